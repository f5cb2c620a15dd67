import DeviceIdentifiers
import DeviceSimulation
import Foundation
import ProtectionModel
import TestSupport
import Testing

@Suite("The ledger of readings")
struct LedgerTests {
    private let bench = IdentifierBench()
    private let mail: BundleIdentifier = "com.example.mail"

    private func read(_ count: Int) throws {
        for number in 1...count {
            _ = try bench.service.ownIdentifier(of: mail, purpose: "number \(number)")
        }
    }

    @Test(
        "a container of any name is entered and read back",
        arguments: ["\u{301}x", "\u{200D}", "a:b", ":", "::", "\u{FE0F}:", "iCloud.é"]
    )
    func containers(name: String) throws {
        try bench.install(mail)
        _ = try bench.service.userIdentifier(for: mail, in: name)
        _ = try bench.service.discoverableUserIdentifier(for: mail, in: name)
        #expect(
            try bench.service.ledger.entries().map(\.identifier) == [
                .user(container: name), .discoverableUser(container: name),
            ]
        )
    }

    @Test("each reading is entered, with purpose, time and result, and never the identifier")
    func entries() throws {
        try bench.install(mail)
        let vendor = try #require(
            try bench.service.vendorIdentifier(for: mail, purpose: "crash reports")
        )
        bench.clock.advance(by: .milliseconds(1_678))
        _ = try bench.service.advertisingIdentifier(for: mail)
        _ = try bench.service.userIdentifier(for: mail, in: "iCloud.a:b", purpose: " ")
        let entries = try bench.service.ledger.entries()
        #expect(entries.map(\.sequence) == [1, 2, 3])
        #expect(entries.allSatisfy { $0.app == mail })
        #expect(
            entries.map(\.identifier) == [.vendor, .advertising, .user(container: "iCloud.a:b")]
        )
        #expect(entries.map(\.purpose) == ["crash reports", nil, nil])
        #expect(entries.map(\.result) == [.given, .zero(.notDetermined), .given])
        #expect(
            entries.map(\.at).prefix(2) == ["2007-01-09T17:41:00.000Z", "2007-01-09T17:41:01.678Z"]
        )
        #expect(try !bench.text(of: "ledger.ndjson").contains(vendor.uuidString))
        #expect(try bench.service.ledger.verify() == 3)
    }

    @Test("a stored entry has the keys of the contract, sorted, null for no purpose")
    func form() throws {
        try bench.install(mail)
        _ = try bench.service.advertisingIdentifier(for: mail)
        let line = try #require(
            try bench.text(of: "ledger.ndjson").split(separator: "\n").dropFirst().first
        )
        #expect(
            line == """
                {"app":"com.example.mail","at":"2007-01-09T17:41:00.000Z",\
                "identifier":"advertising","previous":"25232284e49cf2cb","purpose":null,\
                "result":"zero-not-determined","sequence":1}
                """
        )
    }

    @Test(
        "a purpose of any text is kept as it is",
        arguments: ["two\nlines", "\"quoted\" \\", "\u{0}\u{1b}[31m", "für 👩‍👩‍👧‍👧", "a\u{2028}b"]
    )
    func oddPurpose(purpose: String) throws {
        try bench.install(mail)
        _ = try bench.service.ownIdentifier(of: mail, purpose: purpose)
        #expect(try bench.service.ledger.entries().map(\.purpose) == [purpose])
        #expect(try bench.service.ledger.privacyReport().split(separator: "\n").count == 1)
        #expect(try bench.text(of: "ledger.ndjson").split(separator: "\n").count == 2)
    }

    @Test("a purpose of more than 1,024 bytes is refused, and nothing is given out or entered")
    func longPurpose() throws {
        try bench.install(mail)
        let long = String(repeating: "a", count: 1_025)
        let refusal = refused { try bench.service.vendorIdentifier(for: mail, purpose: long) }
        #expect(refusal?.code == .invalidArgument)
        #expect(try bench.service.ledger.entries().isEmpty)
    }

    @Test(
        "a reading that cannot be entered is not given out",
        arguments: [ErrorCode.noSpace, .busy]
    )
    func notEntered(code: ErrorCode) throws {
        try bench.install(mail)
        try bench.track(mail, .authorized)
        try bench.service.users.setDiscoverable(true, in: "c")
        _ = try bench.service.advertisingIdentifier(for: mail)
        bench.documents.failure = code
        let calls: [() throws -> Void] = [
            { _ = try bench.service.vendorIdentifier(for: mail) },
            { _ = try bench.service.advertisingIdentifier(for: mail) },
            { _ = try bench.service.ownIdentifier(of: mail) },
            { _ = try bench.service.userIdentifier(for: mail, in: "c") },
            { _ = try bench.service.discoverableUserIdentifier(for: mail, in: "c") },
        ]
        for call in calls { #expect(refused(call)?.code == code) }
        bench.documents.failure = nil
        #expect(try bench.service.ledger.verify() == 1)
    }

    @Test("full documents are put away and never written again")
    func parts() throws {
        try bench.install(mail)
        try read(9)
        let names = try bench.contents().keys.filter { $0.hasPrefix("ledger") }.sorted()
        #expect(names == ["ledger-000001.ndjson", "ledger-000002.ndjson", "ledger.ndjson"])
        let first = try bench.bytes(of: "ledger-000001.ndjson")
        try read(9)
        #expect(try bench.bytes(of: "ledger-000001.ndjson") == first)
        #expect(try bench.service.ledger.entries().map(\.sequence) == Array(1...18))
        // One write for the reading itself, as long as there is room.
        let writes = bench.documents.writeCount
        try read(1)
        #expect(bench.documents.writeCount == writes + 1)
    }

    @Test("a crash while a full document is put away loses nothing and doubles nothing")
    func crashWhilePuttingAway() throws {
        try bench.install(mail)
        try read(4)
        let full = try bench.text(of: "ledger.ndjson")
        try bench.put(full, "ledger-000001.ndjson")
        #expect(try bench.service.ledger.verify() == 4)
        try read(1)
        #expect(try bench.service.ledger.verify() == 5)
        #expect(try bench.text(of: "ledger-000001.ndjson") == full)
    }

    @Test("readings from many threads at once are all entered, each once")
    func threads() async throws {
        try bench.install(mail)
        let (service, mail) = (bench.service, mail)
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<10 { _ = try service.ownIdentifier(of: mail) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try service.ledger.entries().map(\.sequence) == Array(1...80))
    }

    @Test("an uninstalled application's readings stay")
    func uninstalled() throws {
        try bench.install(mail)
        try read(2)
        try bench.service.applications.uninstall(mail)
        #expect(try bench.service.ledger.verify() == 2)
    }

    @Test("the report has Apple's keys and ours")
    func report() throws {
        try bench.install(mail)
        _ = try bench.service.vendorIdentifier(for: mail, purpose: "a\nb")
        _ = try bench.service.advertisingIdentifier(for: mail)
        let lines = try bench.service.ledger.privacyReport().split(separator: "\n")
        let objects = try lines.map {
            try #require(
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            )
        }
        #expect(objects.count == 2)
        #expect(
            objects.first?["accessor"] as? [String: String]
                == ["identifier": "com.example.mail", "identifierType": "bundleID"]
        )
        #expect(objects.map { $0["type"] as? String } == ["access", "access"])
        #expect(objects.map { $0["category"] as? String } == ["vendor", "advertising"])
        #expect(objects.map { $0["purpose"] as? String } == ["a\nb", nil])
        #expect(objects.first?["timeStamp"] as? String == "2007-01-09T17:41:00.000Z")
    }

    @Test("the summary counts by application")
    func summary() throws {
        try bench.install(mail)
        try bench.install("com.a.news")
        try read(3)
        bench.clock.advance(by: .seconds(1))
        _ = try bench.service.advertisingIdentifier(for: mail)
        _ = try bench.service.vendorIdentifier(for: "com.a.news")
        let summary = try bench.service.ledger.summary()
        #expect(summary.map(\.app) == ["com.a.news", mail])
        let mine = try #require(summary.last)
        #expect(mine.readings == 4)
        #expect(mine.withoutPurpose == 1)
        #expect(mine.identifiers == ["own": 3, "advertising": 1])
        #expect(mine.results == ["given": 3, "zero-not-determined": 1])
        #expect(mine.first == "2007-01-09T17:41:00.000Z")
        #expect(mine.last == "2007-01-09T17:41:01.000Z")
    }
}

import DeviceIdentifiers
import Foundation
import Testing

@Suite("The example of the article about choosing an identifier")
struct ArticleTests {
    private let bench = IdentifierBench()
    private let mail: BundleIdentifier = "com.example.mail"

    /// What the article shows; a test below sees to that.
    private func example(_ service: IdentifierService, _ reports: inout [String]) throws {
        try service.applications.install(
            NewApplication(mail, trackingUsage: "To show you fewer of the same advertisements.")
        )

        // Crash reports of one installation belong together. Nil: try again after the unlock.
        guard let installation = try service.vendorIdentifier(for: mail, purpose: "crash reports")
        else { return }
        reports.append("crash of \(installation)")

        // Not asked yet: zeros, and the reason. Zeros are not an identifier.
        var reading = try service.advertisingIdentifier(for: mail, purpose: "measuring")
        if reading.zeroReason == .notDetermined {
            if try service.tracking.request(by: mail) == .prompting {
                // Here the user reads the usage text and decides.
                try service.tracking.answer(.authorized, to: mail)
            }
            reading = try service.advertisingIdentifier(for: mail, purpose: "measuring")
        }
        if reading.zeroReason == nil { reports.append("saw \(reading.identifier)") }

        // What the user sees: who read what, and what for.
        for entry in try service.ledger.entries() {
            reports.append("\(entry.identifier) for \(entry.purpose ?? "nothing"): \(entry.result)")
        }
    }

    @Test("does what it says")
    func runs() throws {
        var reports: [String] = []
        try example(bench.service, &reports)
        #expect(reports.count == 5)
        #expect(reports.first?.hasPrefix("crash of ") == true)
        #expect(reports[1].hasPrefix("saw ") && !reports[1].contains("00000000-0000"))
        #expect(
            reports[2...] == [
                "vendor for crash reports: given", "advertising for measuring: zero-not-determined",
                "advertising for measuring: given",
            ]
        )
    }

    @Test("reports nothing that it was not given when tracking is restricted")
    func restricted() throws {
        let bench = IdentifierBench(IdentifierSettings(account: .child))
        var reports: [String] = []
        try example(bench.service, &reports)
        #expect(reports.map { $0.prefix(4) } == ["cras", "vend", "adve"])
    }

    @Test("is the code of this test, line by line")
    func isHere() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let article = folder.appending(
            path: "../../Sources/DeviceIdentifiers/Documentation.docc/ChoosingAnIdentifier.md"
        ).standardized
        let code = try #require(
            try String(contentsOf: article, encoding: .utf8)
                .components(separatedBy: "```swift\n").dropFirst().first?
                .components(separatedBy: "\n```").first
        )
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count > 20)
        let indented = lines.map { $0.isEmpty ? "" : "        \($0)" }.joined(separator: "\n")
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        #expect(source.contains(indented))
    }
}

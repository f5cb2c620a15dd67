import Preferences
import ProtectionModel
import Synchronization
import TestSupport
import Testing

@Suite("The defaults store")
struct DefaultsStoreTests {
    private let documents = InMemoryDocuments()
    private let application: DefaultsDomain
    private let suite: DefaultsDomain

    init() throws {
        application = try DefaultsDomain("com.example.app")
        suite = try DefaultsDomain("group.example")
    }

    private func store(
        forced: [DefaultsDomain: [String: PreferenceValue]] = [:],
        arguments: [String: PreferenceValue] = [:],
        whenUnreadable: DefaultsStore.WhenUnreadable = .refuse
    ) throws -> DefaultsStore {
        DefaultsStore(
            try .init(application, suites: [suite]),
            in: documents,
            forced: ForcedTable(values: forced),
            arguments: arguments,
            whenUnreadable: whenUnreadable
        )
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do { try body() } catch let error as ProtectionError { return error.code } catch {
            return .internalError
        }
        return nil
    }

    private func document(_ domain: String) throws -> DocumentName {
        try DocumentName(domain + ".plist", in: .preferences)
    }

    @Test("domains are searched in Apple's order")
    func order() throws {
        let store = try store(
            forced: [application: ["k": .integer(1)], .global: ["g": .integer(9)]],
            arguments: ["k": .integer(2)]
        )
        try store.set(.integer(3), forKey: "k")
        try store.set(.integer(4), forKey: "k", in: suite)
        try store.set(.integer(5), forKey: "k", in: .global)
        store.register(["k": .integer(6), "r": .integer(7)])
        func found(_ store: DefaultsStore, _ key: String = "k") throws -> String {
            try store.value(forKey: key).map { "\($0.domain.name) \($0.value)" } ?? "none"
        }
        #expect(try found(store) == "managed integer(1)")
        #expect(try found(store, "g") == "managed integer(9)")
        #expect(try found(store, "r") == "registration integer(7)")
        #expect(try found(store, "x") == "none")
        let free = try self.store(arguments: ["k": .integer(2)])
        #expect(try found(free) == "argument integer(2)")
        let bare = try self.store()
        #expect(try found(bare) == "application integer(3)")
        try bare.set(nil, forKey: "k")
        #expect(try found(bare) == "suite integer(4)")
        try bare.set(nil, forKey: "k", in: suite)
        #expect(try found(bare) == "global integer(5)")
        try bare.set(nil, forKey: "k", in: .global)
        #expect(try found(bare) == "none")
    }

    @Test("values are stored under the class named, as a binary property list, and read by another")
    func stored() throws {
        let values: [String: PreferenceValue] = [
            "flag": .boolean(true), "one": .integer(1), "half": .real(0.5), "text": .string("é"),
            "date": .date(Timestamp(seconds: 1_600_000_000)), "data": .data([0, 255]),
            "list": .array([.integer(1), .string("two")]), "tree": .dictionary(["a": .real(.nan)]),
        ]
        let first = try store()
        for (key, value) in values { try first.set(value, forKey: key) }
        let read = try store().values(in: application)
        #expect(Set(read.keys) == Set(values.keys))
        for key in values.keys where key != "tree" { #expect(read[key] == values[key]) }
        let document = try document("com.example.app")
        #expect(documents.protection(of: document) == .completeUntilFirstUserAuthentication)
        #expect(try documents.read(document)?.starts(with: Array("bplist00".utf8)) == true)
        #expect(try first.storedDomains() == [application])
    }

    @Test("a value that is there already, and the removal of one that is not, write nothing")
    func unchanged() throws {
        let store = try store()
        try store.set(nil, forKey: "k")
        #expect(try store.storedDomains().isEmpty)
        try store.set(.integer(1), forKey: "k")
        let count = documents.writeCount
        try store.set(.integer(1), forKey: "k")
        try store.set(nil, forKey: "other")
        #expect(documents.writeCount == count)
        try store.set(.boolean(true), forKey: "k")
        #expect(documents.writeCount == count + 1)
    }

    @Test("a domain that cannot be read is unreadable, never unset, and a write changes nothing")
    func unreadable() throws {
        let store = try store()
        try store.set(.integer(1), forKey: "k")
        store.register(["k": .integer(2)])
        documents.closed = [.completeUntilFirstUserAuthentication]
        #expect(code { _ = try store.value(forKey: "k") } == .defaultsUnreadable)
        #expect(code { _ = try store.value(forKey: "x") } == .defaultsUnreadable)
        #expect(code { try store.set(.integer(3), forKey: "k") } == .defaultsUnreadable)
        #expect(code { try store.remove(application) } == .defaultsUnreadable)
        documents.closed = []
        #expect(try store.value(forKey: "k")?.value == .integer(1))
    }

    @Test(
        "row 76: as with UserDefaults before the first unlock, reads find defaults and no write lasts"
    )
    func row76() throws {
        try store().set(.integer(1), forKey: "k")
        let store = try store(whenUnreadable: .keepInProcess)
        store.register(["k": .integer(0)])
        documents.closed = [.completeUntilFirstUserAuthentication]
        #expect(try store.value(forKey: "k")?.value == .integer(0))
        try store.set(.integer(7), forKey: "k")
        documents.closed = []
        #expect(try self.store().value(forKey: "k")?.value == .integer(1))
    }

    @Test("row 77: a write under a closed class is seen in the process and lost at its end")
    func row77() throws {
        let domains = try DefaultsStore.Domains(application)
        func open() -> DefaultsStore {
            DefaultsStore(
                domains,
                in: documents,
                protection: .complete,
                whenUnreadable: .keepInProcess
            )
        }
        let store = open()
        try store.set(.integer(1), forKey: "k")
        try store.set(.integer(1), forKey: "gone")
        try store.flush()
        documents.closed = [.complete]
        try store.set(.integer(2), forKey: "k")
        try store.set(nil, forKey: "gone")
        #expect(try store.value(forKey: "k")?.value == .integer(2))
        documents.closed = []
        try store.flush()
        #expect(try store.value(forKey: "k")?.value == .integer(2))
        #expect(try store.value(forKey: "gone") == nil)
        let relaunched = open()
        #expect(try relaunched.value(forKey: "k")?.value == .integer(1))
        #expect(try relaunched.value(forKey: "gone")?.value == .integer(1))
    }

    private func gathering(_ documents: any DocumentStore) throws -> DefaultsStore {
        DefaultsStore(
            try DefaultsStore.Domains(application),
            in: documents,
            whenUnreadable: .keepInProcess
        )
    }

    @Test("what was set is seen at each moment while it is stored")
    func readsWhileStoring() throws {
        let watched = HookedDocuments(documents)
        let store = try gathering(watched)
        try store.set(.integer(1), forKey: "k")
        try store.flush()
        let looks = Mutex(0)
        watched.onUpdate = {
            let seen = try? store.value(forKey: "k")?.value
            #expect(seen == .integer(2))
            looks.withLock { $0 += 1 }
        }
        try store.set(.integer(2), forKey: "k")
        try store.flush()
        #expect(looks.withLock { $0 } == 2)
    }

    @Test("of two who store at the same time the later value stays")
    func storesInOrder() throws {
        let watched = HookedDocuments(documents)
        let store = try gathering(watched)
        try store.set(.integer(1), forKey: "k")
        watched.onUpdate = {
            watched.onUpdate = {}
            #expect(throws: Never.self) {
                try store.set(.integer(2), forKey: "k")
                try store.flush()
            }
        }
        try store.flush()
        #expect(try store.value(forKey: "k")?.value == .integer(2))
        #expect(try self.store().value(forKey: "k")?.value == .integer(2))
    }

    @Test("a domain that cannot be stored takes no other with it", arguments: [true, false])
    func storesTheRest(isOwnDamaged: Bool) throws {
        let store = try gathering(documents)
        try store.set(.integer(1), forKey: "k", in: application)
        try store.set(.integer(1), forKey: "k", in: suite)
        let (damaged, whole) = isOwnDamaged ? (application, suite) : (suite, application)
        documents.put(Array("not a list".utf8), try document(damaged.name))
        #expect(code { try store.flush() } == .authenticationFailure)
        #expect(try self.store().values(in: whole) == ["k": .integer(1)])
    }

    @Test(
        "a damaged domain is damaged, never empty, and is not written over",
        arguments: [
            Array("bplist00".utf8), Array("not a list".utf8), [],
            PropertyList(.array([.integer(1)])).binary, PropertyList(.string("k")).binary,
        ]
    )
    func damaged(bytes: [UInt8]) throws {
        let document = try document("com.example.app")
        documents.put(bytes, document)
        let store = try store()
        #expect(code { _ = try store.value(forKey: "k") } == .authenticationFailure)
        #expect(code { try store.set(.integer(1), forKey: "k") } == .authenticationFailure)
        #expect(try documents.read(document) == bytes)
        // Other domains work on, and this one can be thrown away.
        #expect(try store.values(in: suite).isEmpty)
        try store.remove(application)
        try store.set(.integer(1), forKey: "k")
        #expect(try store.value(forKey: "k")?.value == .integer(1))
    }

    @Test(
        "what a disk does not take is stored when it does, unless it was set again",
        arguments: [ErrorCode.noSpace, .inputOutput, .busy]
    )
    func storesLater(failure: ErrorCode) throws {
        let store = try gathering(documents)
        try store.set(.integer(1), forKey: "k")
        try store.set(.integer(1), forKey: "l")
        documents.failure = failure
        #expect(code { try store.flush() } == failure)
        #expect(try store.value(forKey: "k")?.value == .integer(1))
        try store.set(.integer(2), forKey: "l")
        documents.failure = nil
        try store.flush()
        #expect(try self.store().value(forKey: "k")?.value == .integer(1))
        #expect(try self.store().value(forKey: "l")?.value == .integer(2))
    }

    @Test("a full disk leaves the old value", arguments: [ErrorCode.noSpace, .inputOutput])
    func full(failure: ErrorCode) throws {
        let store = try store()
        try store.set(.integer(1), forKey: "k")
        documents.failure = failure
        #expect(code { try store.set(.integer(2), forKey: "k") } == failure)
        #expect(try store.value(forKey: "k")?.value == .integer(1))
    }

    @Test("an XML property list of another writer is read and keeps its other keys")
    func foreign() throws {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>a</key><integer>1</integer></dict></plist>
            """
        documents.put(Array(xml.utf8), try document("com.example.app"))
        let store = try store()
        try store.set(.integer(2), forKey: "b")
        #expect(try store.values(in: application) == ["a": .integer(1), "b": .integer(2)])
    }

    @Test(
        "a name that is not a domain's is refused",
        arguments: [
            "", ".", "..", ".hidden", "a/b", "../x", "a\0b", String(repeating: "a", count: 250),
        ]
    )
    func names(name: String) {
        #expect(code { _ = try DefaultsDomain(name) } == .invalidArgument)
    }

    @Test(
        "the global domain goes by its usual names",
        arguments: ["NSGlobalDomain", "-g", "-globalDomain"]
    )
    func global(name: String) throws {
        #expect(try DefaultsDomain(name) == .global)
        try store().set(.integer(1), forKey: "k", in: DefaultsDomain(name))
        #expect(try documents.read(document(".GlobalPreferences")) != nil)
        #expect(try store().storedDomains() == [.global])
    }

    @Test("an application's own domain and the global one are not suites")
    func suites() throws {
        for suite in [application, .global] {
            #expect(
                code { _ = try DefaultsStore.Domains(application, suites: [suite]) }
                    == .invalidArgument
            )
        }
    }

    @Test("what no property list holds is refused before anything is written")
    func unstorable() throws {
        let store = try store()
        var deep = PreferenceValue.integer(1)
        for _ in 0..<200 { deep = .array([deep]) }
        let crowded = String(repeating: "\u{301}", count: 31)
        let unstorable: [PreferenceValue] = [
            .string(crowded), .array([.dictionary([crowded: .integer(1)])]),
            .integer(Int128(UInt64.max) + 1), .array([.integer(Int128.min)]), deep,
            .date(Timestamp(seconds: 253_402_300_800)), .date(Timestamp(seconds: .min)),
        ]
        for value in unstorable {
            #expect(code { try store.set(value, forKey: "k") } == .invalidArgument)
        }
        #expect(documents.writeCount == 0)
        // Nor may a domain grow beyond what is read back.
        let half = PreferenceValue.data([UInt8](repeating: 0, count: 40 << 20))
        try store.set(half, forKey: "a")
        #expect(code { try store.set(half, forKey: "b") } == .invalidArgument)
        #expect(try store.value(forKey: "a")?.value == half)
    }
}

/// Forced values from a table.
struct ForcedTable: ForcedPreferences {
    let values: [DefaultsDomain: [String: PreferenceValue]]

    func forcedValues(
        in domain: DefaultsDomain
    ) throws(ProtectionError) -> [String: PreferenceValue] { values[domain] ?? [:] }
}

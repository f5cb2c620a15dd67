import Preferences
import ProtectionModel
import Synchronization
import TestSupport
import Testing

@Suite("Watching the defaults")
struct DefaultsWatchTests {
    private final class Seen: Sendable {
        private let changes = Mutex<[String]>([])
        func add(_ change: DefaultsChange) {
            func text(_ value: PreferenceValue?) -> String {
                if case .integer(let integer)? = value { "\(integer)" } else { "-" }
            }
            changes.withLock {
                $0.append(
                    "\(change.domain) \(change.key) \(text(change.old)) \(text(change.new))"
                        + (change.isForced ? " forced" : "")
                )
            }
        }
        func take() -> [String] {
            changes.withLock { changes in
                defer { changes = [] }
                return changes
            }
        }
    }

    private let documents = InMemoryDocuments()
    private let store: DefaultsStore
    private let seen = Seen()

    init() throws {
        store = DefaultsStore(try .init(DefaultsDomain("app")), in: documents)
    }

    private func watch(_ domain: DefaultsDomain? = nil) throws -> DefaultsWatch {
        try DefaultsWatch(store, domain: domain) { [seen] in seen.add($0) }
    }

    private func put(_ values: [String: PreferenceValue]?, _ domain: String) throws {
        documents.put(
            values.map { PropertyList(.dictionary($0)).binary },
            try DocumentName(domain + ".plist", in: .preferences)
        )
    }

    @Test("tells old and new value of each change, own ones and those of others")
    func changes() throws {
        try store.set(.integer(1), forKey: "a")
        let watch = try watch()
        try store.set(.integer(2), forKey: "a")
        try put(["a": .integer(2), "b": .integer(3)], "app")
        try store.set(nil, forKey: "a")
        try store.remove(DefaultsDomain("app"))
        #expect(seen.take() == ["app a 1 2", "app b - 3", "app a 2 -", "app b 3 -"])
        watch.cancel()
        try store.set(.integer(9), forKey: "a")
        #expect(seen.take().isEmpty)
    }

    @Test("is a stream, too, for those who wait for the next change")
    func stream() async throws {
        var changes = try store.changes().makeAsyncIterator()
        try store.set(.integer(1), forKey: "a")
        try store.set(.integer(2), forKey: "a")
        #expect(await changes.next()?.new == .integer(1))
        let second = await changes.next()
        #expect(second?.old == .integer(1))
        #expect(second?.new == .integer(2))
    }

    @Test("tells of a domain that is made while it watches")
    func newDomain() throws {
        let watch = try watch()
        try put(["k": .integer(1)], "other")
        #expect(seen.take() == ["other k - 1"])
        watch.cancel()
    }

    @Test("tells nothing where nothing changed, or only another domain did")
    func spurious() throws {
        let values: [String: PreferenceValue] = ["k": .integer(1), "no number": .real(.nan)]
        try put(values, "app")
        let watch = try watch(DefaultsDomain("app"))
        try put(values, "app")
        try put(["k": .integer(5)], "other")
        watch.refresh()
        #expect(seen.take().isEmpty)
        watch.cancel()
    }

    @Test("takes an unreadable or damaged domain for no change, and tells the rest later")
    func unreadable() throws {
        try put(["k": .integer(1)], "app")
        let watch = try watch()
        documents.closed = [.completeUntilFirstUserAuthentication]
        watch.refresh()
        try put(["k": .integer(2)], "app")
        #expect(seen.take().isEmpty)
        documents.closed = []
        watch.refresh()
        #expect(seen.take() == ["app k 1 2"])
        documents.put([1, 2, 3], try DocumentName("app.plist", in: .preferences))
        #expect(seen.take().isEmpty)
        watch.cancel()
    }

    @Test("does not say of values it first sees after an unlock that they are new")
    func firstUnlock() throws {
        try put(["k": .integer(1)], "app")
        documents.closed = [.completeUntilFirstUserAuthentication]
        let watch = try watch()
        documents.closed = []
        watch.refresh()
        #expect(seen.take().isEmpty)
        try put(["k": .integer(2)], "app")
        #expect(seen.take() == ["app k 1 2"])
        watch.cancel()
    }

    @Test("what an observer changes is told after it has returned")
    func reentrant() throws {
        let store = store
        let order = Mutex<[String]>([])
        let watch = try DefaultsWatch(store) { change in
            order.withLock { $0.append("begin \(change.key)") }
            if change.key == "a" { try? store.set(.integer(1), forKey: "b") }
            order.withLock { $0.append("end \(change.key)") }
        }
        try store.set(.integer(1), forKey: "a")
        #expect(order.withLock { $0 } == ["begin a", "end a", "begin b", "end b"])
        watch.cancel()
    }
}

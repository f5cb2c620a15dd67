import AuditPolicy
import ProtectionModel
import Testing

struct AccessMatrixTests {
    /// By hand, from Apple Platform Security, "Data Protection classes".
    ///
    /// One letter a state: before the first unlock, unlocked, locking, locked. `y` can be reached, `o` open handles and new
    /// files only, `n` cannot.
    private static let table: [(ProtectionClass, String)] = [
        (.complete, "nyyn"),
        (.completeUnlessOpen, "oyyo"),
        (.completeUntilFirstUserAuthentication, "nyyy"),
        (.completeWhenUserInactive, "nyyo"),
        (.none, "yyyy"),
    ]

    @Test("What each class allows in each state", arguments: table)
    func access(protection: ProtectionClass, expected: String) throws {
        let states: [LockState] = [.beforeFirstUnlock, .unlocked, .locking, .locked]
        let found = states.map { protection.access(in: $0).rawValue.prefix(1) }.joined()
        #expect(found == expected)
        #expect(protection.access(in: .off) == .no)
    }

    private static func matrix(_ kinds: String) throws -> AccessMatrix {
        AccessMatrix(of: try PolicyDesk().policy("policy: 1\nkinds: {\(kinds)}"))
    }

    @Test("A row for each kind, context and state in which the context runs")
    func rows() throws {
        let matrix = try Self.matrix("a: {class: a, needed-by: [share]}, b: {class: c}")
        let states = ExecutionContext.known.map(\.states.count).reduce(0, +)
        #expect(matrix.rows.count == 2 * states)
        let needed = matrix.rows.filter(\.isNeeded)
        #expect(needed.map(\.context) == ["share", "share"])
        #expect(needed.map(\.state) == [.unlocked, .locking])
        #expect(
            Set(matrix.rows.filter { $0.context == "voip" }.map(\.state)) == [
                .unlocked, .locking, .locked,
            ]
        )
    }

    @Test(
        "A policy that contradicts itself",
        arguments: [
            ("a: {class: complete, needed-by: [notification-service]}", [LockState.locked]),
            ("a: {class: complete, needed-by: [voip], append-only: true}", [.locked]),
            ("a: {class: complete-unless-open, needed-by: [audio]}", [.locked]),
            ("a: {class: when-user-inactive, needed-by: [widget]}", [.locked]),
            ("a: {class: c, needed-by: [launch-before-first-unlock]}", [.beforeFirstUnlock]),
            ("a: {class: b, needed-by: [launch-before-first-unlock]}", [.beforeFirstUnlock]),
            // Without a class of its own it has that of iOS.
            ("a: {needed-by: [launch-before-first-unlock]}", [.beforeFirstUnlock]),
        ]
    )
    func contradictions(kinds: String, states: [LockState]) throws {
        #expect(try Self.matrix(kinds).contradictions.map(\.state) == states)
    }

    @Test(
        "A policy that does not",
        arguments: [
            "a: {class: complete}",
            "a: {class: complete, needed-by: [foreground, share, autofill, keyboard, action]}",
            "a: {class: c, needed-by: [notification-service, voip, widget, watch, audio]}",
            "a: {class: b, needed-by: [audio], append-only: true}",
            "a: {class: b, needed-by: [launch-before-first-unlock], append-only: true}",
            "a: {class: none, needed-by: [launch-before-first-unlock]}",
            "a: {needed-by: [voip]}",
        ]
    )
    func sound(kinds: String) throws {
        #expect(try Self.matrix(kinds).contradictions.isEmpty)
    }

    @Test("A kind without a class has the targets' default")
    func defaultClass() throws {
        let text = "policy: 1\ndefault-class: complete\nkinds: {a: {needed-by: [voip]}}"
        let matrix = AccessMatrix(of: try PolicyDesk().policy(text))
        #expect(matrix.contradictions.map(\.protectionClass) == [.complete])
    }

    @Test("A context of the policy's own counts")
    func ownContext() throws {
        let text = """
            policy: 1
            contexts: {mine: {states: [locked]}, share: {states: [locked, unlocked]}}
            kinds: {a: {class: complete, needed-by: [mine, share]}}
            """
        let matrix = AccessMatrix(of: try PolicyDesk().policy(text))
        #expect(matrix.contradictions.map(\.context) == ["share", "mine"])
    }
}

/// `keychain.library-default`: a keychain wrapper with its default accessibility.
enum KeychainLibraryDefaultRule: Rule {
    static let description = RuleDescription(
        "keychain.library-default",
        "A keychain wrapper is used with its default accessibility",
        severity: .low,
        isProven: true,
        summary: """
            KeychainAccess, KeychainSwift, SwiftKeychainWrapper or Valet is opened without saying when \
            its items can be read, neither in the same chain of calls nor later in the file.
            """,
        rationale: """
            The defaults differ (KeychainAccess: `AfterFirstUnlock`, the others: `WhenUnlocked`), all \
            go into backups, and a new version of the library may choose another.
            """,
        remedy: """
            Say it: `Keychain(service: s).accessibility(.whenUnlockedThisDeviceOnly)`.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0300", "0301"],
            weaknesses: ["0001"],
            commonWeaknesses: [276]
        ),
        examples: [
            .swift(
                "KeychainAccess",
                """
                import KeychainAccess
                func open() { keychain = Keychain(service: "a", accessGroup: "b") }
                """,
                findings: [2]
            ),
            .swift(
                "a stored property",
                """
                import KeychainAccess
                final class Store {
                    private let keychain = Keychain(service: "a")
                }
                """,
                findings: [3]
            ),
            .swift(
                "KeychainSwift",
                """
                import KeychainSwift
                func open() { let keychain = KeychainSwift() }
                """,
                findings: [2]
            ),
            .swift(
                "said in the chain",
                """
                import KeychainAccess
                final class Store {
                    private let keychain = Keychain(service: "a")
                        .accessibility(.whenUnlockedThisDeviceOnly)
                        .synchronizable(false)
                }
                """
            ),
            .swift(
                "said at each write",
                """
                import KeychainSwift
                func keep(_ token: String) {
                    let keychain = KeychainSwift()
                    keychain.set(token, forKey: "a", withAccess: .accessibleWhenUnlockedThisDeviceOnly)
                }
                """
            ),
            .swift(
                "an own type of that name",
                """
                struct Keychain { let service: String }
                func open() { let keychain = Keychain(service: "a") }
                """
            ),
            .swift(
                "the accessibility of a view",
                """
                import SwiftUI
                func label() -> some View { Text("a").accessibility(hidden: true) }
                """
            ),
            .swift(
                "only read once to delete it",
                """
                import KeychainAccess
                func forget() throws { try Keychain(service: "a").removeAll() }
                """
            ),
        ]
    )

    static let watches = KeychainUses.watched

    private static let makers: Set<String> = ["Keychain", "KeychainSwift"]
    private static let libraries: Set<String> = ["KeychainAccess", "KeychainSwift"]
    private static let saying: Set<String> = ["accessibility", "withAccess", "withAccessibility"]

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.files.flatMap { file -> [Observation] in
            guard file.imports.contains(where: libraries.contains) else { return [] }
            let values = expressions(of: file, context.code)
            guard !values.contains(where: says) else { return [] }
            return values.flatMap(openings).map { place in
                Observation(
                    "no accessibility: the library's default decides",
                    confidence: .medium,
                    path: file.path,
                    span: SourceSpan(place)
                )
            }
        }
    }

    private static func expressions(of file: CodeFile, _ code: CodeIndex) -> [Expression] {
        code.scopes(in: file.path).flatMap(\.expressions) + file.variables.compactMap(\.value)
    }

    private static func says(_ value: Expression) -> Bool {
        value.parts.contains { part in
            guard case .call(let call) = part.node else { return false }
            return saying.contains(call.name ?? "")
                || call.arguments.contains { saying.contains($0.label ?? "") }
        }
    }

    private static func openings(_ value: Expression) -> [SourcePlace] {
        // What is opened only to remove something stores nothing.
        if case .call(let call) = value.node, (call.name ?? "").hasPrefix("remove") { return [] }
        return value.parts.compactMap { part in
            guard case .call(let call) = part.node, case .name(let name) = call.callee.node,
                makers.contains(name)
            else { return nil }
            return part.place
        }
    }
}

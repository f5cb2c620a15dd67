import AuditFacts

/// `keychain.library-default`: a keychain wrapper with its default accessibility.
enum KeychainLibraryDefault: Rule {
    static let description = RuleDescription(
        "keychain.library-default",
        "A keychain wrapper is used with its default accessibility",
        severity: .low,
        isProven: true,
        summary: """
            KeychainAccess or KeychainSwift is opened in a file that never says when its items can be \
            read, or SwiftKeychainWrapper is given a value without `withAccessibility`.
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
                "reading and removing with SwiftKeychainWrapper",
                """
                import SwiftKeychainWrapper
                func read() -> String? {
                    KeychainWrapper.standard.removeObject(forKey: "a")
                    return KeychainWrapper.standard.string(forKey: "b")
                }
                """
            ),
        ]
    )

    static let watches = KeychainUses.watched

    private static let makers: Set<String> = ["Keychain", "KeychainSwift"]
    private static let libraries: Set<String> = ["KeychainAccess", "KeychainSwift"]
    /// Calls that open or fill the keychain by themselves, whatever the file imports.
    private static let stores: Set<String> = [
        "UICKeyChainStore", "keyChainStore", "keyChainStoreWithService:",
        "keyChainStoreWithService:accessGroup:", "keyChainStoreWithServer:protocolType:",
    ]
    private static let owners: Set<String> = ["SAMKeychain", "SSKeychain", "Locksmith"]
    private static let saying: Set<String> = [
        "accessibility", "withAccess", "withAccessibility", "setAccessibility",
        "setAccessibilityType", "setAccessibilityType:", "setAccessibility:",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.files.flatMap { file -> [Observation] in
            let isOpened = file.imports.contains(where: libraries.contains)
            let isWrapped = file.imports.contains("SwiftKeychainWrapper")
            let isNamed = file.mentions.contains { owners.contains($0) || $0 == "UICKeyChainStore" }
            guard isOpened || isWrapped || isNamed else { return [] }
            let values = expressions(of: file, context.code)
            var places: [SourcePlace] = []
            if !values.contains(where: setsForAll) {
                places += values.flatMap(\.parts).filter(isStatic).map(\.place)
            }
            if !values.contains(where: says), !assignsAccessibility(file, context.code) {
                places += values.flatMap(\.parts).filter(isStore).map(\.place)
                if isOpened { places += values.flatMap(openings) }
            }
            if isWrapped { places += values.flatMap(\.parts).filter(isPlainSet).map(\.place) }
            return places.map { place in
                Observation(
                    "no accessibility: the library's default decides",
                    confidence: .medium,
                    path: file.path,
                    span: SourceSpan(place)
                )
            }
        }
    }

    /// `UICKeyChainStore(service:)`.
    private static func isStore(_ part: Syntax.Expression) -> Bool {
        guard case .call(let call) = part.node else { return false }
        return call.name.map(stores.contains) ?? false
    }

    /// `SAMKeychain.setAccessibilityType(…)` holds for everything after it.
    private static func setsForAll(_ value: Syntax.Expression) -> Bool {
        value.hasPart { part in
            guard case .call(let call) = part.node else { return false }
            return (call.name ?? "").hasPrefix("setAccessibilityType")
        }
    }

    /// `[SAMKeychain setPassword:…]`, `Locksmith.saveData(…)`.
    private static func isStatic(_ part: Syntax.Expression) -> Bool {
        guard case .call(let call) = part.node, let name = call.name else { return false }
        let fills = ["setPassword", "saveData", "updateData"].contains(where: name.hasPrefix)
        return fills && call.receiver?.lastName.map(owners.contains) ?? false
    }

    /// `keychain.accessibility = …`.
    private static func assignsAccessibility(_ file: CodeFile, _ code: CodeIndex) -> Bool {
        code.scopes(in: file.path).contains { scope in
            scope.steps.contains { step in
                guard case .assignment(let target, _) = step.statement.kind else { return false }
                return target.ownName == "accessibility"
            }
        }
    }

    private static func expressions(of file: CodeFile, _ code: CodeIndex) -> [Syntax.Expression] {
        code.scopes(in: file.path).flatMap(\.expressions) + file.variables.compactMap(\.value)
    }

    private static func says(_ value: Syntax.Expression) -> Bool {
        value.hasPart { part in
            guard case .call(let call) = part.node else { return false }
            return saying.contains(call.name ?? "")
                || call.arguments.contains {
                    saying.contains($0.label ?? "") && $0.value.node != .null
                }
        }
    }

    /// `KeychainWrapper.standard.set(value, forKey: key)`: its default is `.whenUnlocked`.
    private static func isPlainSet(_ value: Syntax.Expression) -> Bool {
        guard case .call(let call) = value.node, call.name == "set",
            call.receiver?.chain.first == "KeychainWrapper"
        else { return false }
        return call["withAccessibility"] == nil
    }

    private static func openings(_ value: Syntax.Expression) -> [SourcePlace] {
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

/// Everything in code that gives items of the keychain an accessibility, by file and place.
///
/// Queries that look for items or delete them, comparisons, and helpers that only name what they
/// look for are left out: they store nothing.
package enum KeychainUses {
    /// Names that functions must be kept for.
    package static let watched: Set<String> = [
        "kSecAttrAccessible", "kSecAttrAccessibleAlways", "kSecAttrAccessibleAfterFirstUnlock",
        "kSecAttrAccessibleWhenUnlocked", "kSecAttrAccessibleAlwaysThisDeviceOnly",
        "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly",
        "kSecAttrAccessibleWhenUnlockedThisDeviceOnly", "accessibility", "setAccessibilityType",
        "kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly", "SecItemAdd", "SecItemUpdate",
        "SecItemDelete", "SecItemCopyMatching", "kSecValueData", "kSecAttrAccessControl",
        "Keychain", "KeychainSwift", "KeychainWrapper", "Valet", "accessible", "withAccess",
        "withAccessibility", "UICKeyChainStore", "SAMKeychain",
    ]

    /// What `code` gives.
    package static func all(in code: CodeIndex) -> [KeychainUse] {
        code.scopes.flatMap { scope -> [KeychainUse] in
            guard !isQuery(scope) else { return [] }
            return scope.expressions.flatMap { uses(in: $0, scope, isSet: false) }
        }
    }

    private static func uses(
        in expression: Expression,
        _ scope: CodeScope,
        isSet: Bool
    ) -> [KeychainUse] {
        switch expression.node {
        case .name(let name), .member(_, let name):
            let found =
                KeychainAccessibility.constant(name)
                ?? (isSet ? KeychainAccessibility.member(name) : nil)
            guard let (accessibility, isDeviceOnly) = found else { return [] }
            return [
                KeychainUse(
                    scope: scope,
                    span: SourceSpan(expression.place),
                    accessibility: accessibility,
                    isDeviceOnly: isDeviceOnly
                )
            ]
        case .operation(let symbol, let operands):
            let isComparison = ["==", "!=", "~="].contains(symbol)
            return isComparison ? [] : operands.flatMap { uses(in: $0, scope, isSet: isSet) }
        case .call(let call):
            let sets = setters.contains(call.name ?? "")
            let isWrapper = sets && isKeychain(call, scope)
            return uses(in: call.callee, scope, isSet: false)
                + call.arguments.flatMap {
                    uses(in: $0.value, scope, isSet: isWrapper || isOption($0.label, scope))
                }
        case .closure: return []
        default: return expression.children.flatMap { uses(in: $0, scope, isSet: isSet) }
        }
    }

    private static func isOption(_ label: String?, _ scope: CodeScope) -> Bool {
        guard let label, ["withAccess", "withAccessibility", "accessibility"].contains(label) else {
            return false
        }
        return scope.file.imports.contains(where: libraries.contains)
    }

    /// SwiftUI's `.accessibility(…)` is another one.
    private static func isKeychain(_ call: Call, _ scope: CodeScope) -> Bool {
        guard call.name == "accessibility" else { return true }
        return scope.file.imports.contains(where: libraries.contains)
    }

    /// Whether the function looks for items or deletes them and stores none.
    private static func isQuery(_ scope: CodeScope) -> Bool {
        let called = Set(scope.calls.compactMap(\.call.name))
        if called.contains("SecItemAdd") || called.contains("SecItemUpdate") { return false }
        let holdsValue = scope.expressions.contains { $0.mentions("kSecValueData") }
        if holdsValue { return false }
        if called.contains("SecItemDelete") || called.contains("SecItemCopyMatching") {
            return true
        }
        let words = Set(NameWords.words(of: scope.function.name))
        return !words.isDisjoint(with: asking)
    }

    private static let setters: Set<String> = [
        "accessibility", "setAccessibilityType:", "setAccessibility", "accessible",
    ]
    private static let libraries: Set<String> = [
        "KeychainAccess", "KeychainSwift", "SwiftKeychainWrapper", "Valet", "SAMKeychain",
    ]
    private static let asking: Set<String> = [
        "delete", "deleting", "remove", "query", "get", "getting", "read", "search", "find", "load",
        "reset", "exists", "contains", "description", "compare", "test",
    ]
}

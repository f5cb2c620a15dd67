package import AuditFacts
import AuditPolicy

/// Everything in code that gives items of the keychain an accessibility, by file and place.
///
/// Queries that look for items or delete them, comparisons, and helpers that only name what they
/// look for are left out: they store nothing.
package enum KeychainUses {
    /// Names whose functions must be kept.
    package static let watched: Set<String> = [
        "kSecAttrAccessible", "kSecAttrAccessibleAlways", "kSecAttrAccessibleAfterFirstUnlock",
        "kSecAttrAccessibleWhenUnlocked", "kSecAttrAccessibleAlwaysThisDeviceOnly",
        "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly",
        "kSecAttrAccessibleWhenUnlockedThisDeviceOnly", "accessibility", "setAccessibilityType",
        "kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly", "SecItemAdd", "SecItemUpdate",
        "SecItemDelete", "SecItemCopyMatching", "kSecValueData", "kSecAttrAccessControl",
        "Keychain", "KeychainSwift", "KeychainWrapper", "Valet", "accessible", "withAccess",
        "withAccessibility", "UICKeyChainStore", "SAMKeychain",
        "SSKeychain", "Locksmith",
    ]

    /// What `code` gives.
    package static func all(in code: CodeIndex) -> [KeychainUse] {
        code.files.flatMap { file -> [KeychainUse] in
            let scopes = code.scopes(in: file.path)
            let added = scopes.reduce(into: Set<String>()) { $0.formUnion(addedNames(in: $1)) }
            let inFunctions = scopes.filter { !isQuery($0, added) && !isTable($0) }.flatMap {
                scope in
                scope.expressions.flatMap { uses(in: $0, Place(file, scope), isSet: false) }
            }
            let inProperties = file.variables.flatMap { uses(in: $0, Place(file, $0), added) }
            // A first value that calls something is a function as well.
            let seen = Set(inFunctions.map(\.span))
            return inFunctions + inProperties.filter { !seen.contains($0.span) }
        }
    }

    /// What an expression is part of.
    private struct Place {
        let file: CodeFile
        let scope: CodeScope?
        let type: String?

        init(_ file: CodeFile, _ scope: CodeScope) {
            self.file = file
            self.scope = scope
            type = scope.function.type
        }

        init(_ file: CodeFile, _ variable: Syntax.Variable) {
            self.file = file
            scope = nil
            type = variable.owner
        }
    }

    private static func uses(
        in expression: Syntax.Expression,
        _ place: Place,
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
                    path: place.file.path,
                    scope: place.scope,
                    type: place.type,
                    span: SourceSpan(expression.place),
                    accessibility: accessibility,
                    isDeviceOnly: isDeviceOnly
                )
            ]
        case .operation(let symbol, let operands):
            let isComparison = ["==", "!=", "~="].contains(symbol)
            return isComparison ? [] : operands.flatMap { uses(in: $0, place, isSet: isSet) }
        case .call(let call):
            let sets = setters.contains(call.name ?? "")
            let isWrapper = sets && isKeychain(call, place.file)
            return uses(in: call.callee, place, isSet: false)
                + call.arguments.flatMap {
                    uses(in: $0.value, place, isSet: isWrapper || isOption($0.label, place.file))
                }
        case .closure: return []
        default: return expression.children.flatMap { uses(in: $0, place, isSet: isSet) }
        }
    }

    /// The accessibility that the first value of `variable` has under its key.
    ///
    /// A table of several has other keys.
    private static func uses(
        in variable: Syntax.Variable,
        _ place: Place,
        _ added: Set<String>
    ) -> [KeychainUse] {
        guard let value = variable.value, !isQuery(variable.name) || added.contains(variable.name)
        else { return [] }
        return value.parts.flatMap { part -> [KeychainUse] in
            guard case .dictionary(let entries) = part.node else { return [] }
            return entries.filter { $0.key.mentions("kSecAttrAccessible") }.flatMap {
                uses(in: $0.value, place, isSet: false)
            }
        }
    }

    private static func isOption(_ label: String?, _ file: CodeFile) -> Bool {
        switch label {
        // Labels of these libraries alone, which apps also take into their own sources.
        case "withAccess", "withAccessibility": return true
        case "accessibility": return file.imports.contains(where: libraries.contains)
        default: return false
        }
    }

    /// SwiftUI's `.accessibility(…)` is something else.
    private static func isKeychain(_ call: Syntax.Call, _ file: CodeFile) -> Bool {
        guard call.name == "accessibility" else { return true }
        return file.imports.contains(where: libraries.contains)
    }

    /// Whether the function looks for items or deletes them and stores none.
    private static func isQuery(_ scope: CodeScope, _ added: Set<String>) -> Bool {
        let called = Set(scope.calls.compactMap(\.call.name))
        if called.contains("SecItemAdd") || called.contains("SecItemUpdate") { return false }
        let holdsValue = scope.expressions.contains { $0.mentions("kSecValueData") }
        if holdsValue { return false }
        if called.contains("SecItemDelete") || called.contains("SecItemCopyMatching") {
            return true
        }
        return isQuery(scope.function.name) && !added.contains(scope.function.name)
    }

    /// Whether the function names several to return one of them: whoever calls it chooses.
    private static func isTable(_ scope: CodeScope) -> Bool {
        let named = scope.results.filter { value in
            value.ownName.flatMap(KeychainAccessibility.constant) != nil
        }
        return named.count > 1
    }

    private static func isQuery(_ name: String) -> Bool {
        !asking.isDisjoint(with: NameWords.words(of: name))
    }

    /// The functions and properties that make what `scope` hands to `SecItemAdd`.
    private static func addedNames(in scope: CodeScope) -> [String] {
        let items = scope.calls.filter { $0.call.name == "SecItemAdd" }.compactMap {
            $0.call.arguments.first?.value
        }
        let parts = items.flatMap { scope.sources(of: $0) }.flatMap(\.parts)
        return parts.compactMap { part -> String? in
            switch part.node {
            case .call(let call): call.name
            case .member(_, let name): name
            case .name(let name): scope.isLocal(name) ? nil : name
            default: nil
            }
        }
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

/// A place in code that gives items of the keychain an accessibility.
package struct KeychainUse: Sendable {
    /// The path of the source.
    package let path: String
    /// The function it stands in; `nil` for a property's first value.
    package let scope: CodeScope?
    /// The type whose function or property it is; `nil` for a free one.
    package let type: String?
    /// Where its name stands.
    package let span: SourceSpan
    /// When the item can be read.
    package let accessibility: KeychainAccessibility
    /// Whether it never leaves the device in a backup.
    package let isDeviceOnly: Bool
}

/// When an item of the keychain can be read, in the platform's terms.
///
/// Source: Apple, Security framework, "Item attribute keys and values", `kSecAttrAccessible`.
package enum KeychainAccessibility: String, Sendable, Hashable {
    case always = "Always"
    case afterFirstUnlock = "AfterFirstUnlock"
    case whenUnlocked = "WhenUnlocked"
    case whenPasscodeSet = "WhenPasscodeSet"

    /// What the constant `name` means, and whether the item stays on the device.
    package static func constant(_ name: String) -> (KeychainAccessibility, isDeviceOnly: Bool)? {
        guard name.hasPrefix("kSecAttrAccessible") else { return nil }
        return named(String(name.dropFirst("kSecAttrAccessible".count)))
    }

    /// What the member `name` of a library's option means: `.whenUnlockedThisDeviceOnly`,
    /// `.accessibleAfterFirstUnlock`.
    package static func member(_ name: String) -> (KeychainAccessibility, isDeviceOnly: Bool)? {
        guard let first = name.first, first.isLowercase else { return nil }
        let prefix = "accessible"
        return named(
            name.hasPrefix(prefix)
                ? String(name.dropFirst(prefix.count)) : first.uppercased() + name.dropFirst()
        )
    }

    private static func named(_ name: String) -> (KeychainAccessibility, isDeviceOnly: Bool)? {
        let isDeviceOnly = name.hasSuffix("ThisDeviceOnly")
        let base = isDeviceOnly ? String(name.dropLast("ThisDeviceOnly".count)) : name
        guard let found = KeychainAccessibility(rawValue: base) else { return nil }
        return (found, isDeviceOnly || found == .whenPasscodeSet)
    }
}

extension AuditContext {
    /// The kind of data that the policy says the items are which `scope` makes: by their account or
    /// service, or the key that a library is handed.
    func kind(ofItemsIn scope: CodeScope) -> DataKind? {
        guard policy.kinds.contains(where: { !$0.keys.isEmpty }) else { return nil }
        let names: Set<String> = ["kSecAttrAccount", "kSecAttrService", "kSecAttrGeneric"]
        var keys = scope.calls.compactMap { $0.call["forKey"] ?? $0.call["key"] }
        for step in scope.steps {
            if case .assignment(let target, let value) = step.statement.kind,
                case .element(_, let attributes) = target.node,
                attributes.first?.value.mentions(anyOf: names) ?? false
            {
                keys.append(value)
            }
            for part in step.statement.expressions.flatMap(\.parts) {
                guard case .dictionary(let entries) = part.node else { continue }
                keys += entries.filter { $0.key.mentions(anyOf: names) }.map(\.value)
            }
        }
        return keys.lazy.compactMap { self.kind(ofKey: $0, scope) }.first
    }
}

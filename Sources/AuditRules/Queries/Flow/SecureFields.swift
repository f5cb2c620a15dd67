import AuditFacts
import AuditPolicy

/// Fields that hide what is typed into them, and what SwiftUI binds to such.
///
/// Sources: Apple, "SecureField" and "isSecureTextEntry".
struct SecureFields: Sendable {
    /// Their names by the type that has them, in full.
    private var names: [String: Set<String>] = [:]

    init(_ calls: CallGraph) {
        for found in calls.code.allCalls(of: ["SecureField"]) {
            guard let bound = found.call["text"]?.ownName, bound.hasPrefix("$") else { continue }
            add(String(bound.dropFirst()), found.scope, calls.types)
        }
        for found in calls.code.allCalls(of: ["setSecureTextEntry:"]) {
            guard let name = found.receiverName,
                found.call.arguments.first?.value.node == .boolean(true)
            else { continue }
            add(name, found.scope, calls.types)
        }
        for property in ["isSecureTextEntry", "secureTextEntry"] {
            for assignment in calls.code.assignments(to: property) ?? [] {
                guard case .member(let field?, _) = assignment.target.node,
                    assignment.value.node == .boolean(true), let name = field.ownName
                else { continue }
                add(name, assignment.scope, calls.types)
            }
        }
    }

    /// What is typed into the field `name`.
    static func typed(into name: String, at place: SourcePlace) -> SensitiveName {
        let match = VocabularyMatch(sensitivity: .credential, term: term)
        return SensitiveName(name: name, match: match, place: place)
    }

    fileprivate static let term = "what is typed and hidden"

    private mutating func add(_ name: String, _ scope: CodeScope, _ types: TypeTable) {
        guard !scope.declares(name), let owner = scope.function.type,
            let type = types.fullName(owner)
        else { return }
        names[type, default: []].insert(name)
    }

    /// Whether `name`, in a function of the type `owner`, is one.
    func contains(_ name: String, of owner: String?, _ types: TypeTable) -> Bool {
        guard !names.isEmpty, let type = owner.flatMap({ types.fullName($0) }) else { return false }
        return names[type]?.contains(name) ?? false
    }
}

extension SensitiveName {
    /// Whether it is what a field hides while it is typed.
    var isTypedSecretly: Bool { match.term == SecureFields.term }
}

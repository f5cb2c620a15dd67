import AuditFacts
import ProtectionModel

/// Something that two policies say differently.
package struct PolicyDifference: Sendable, Hashable {
    /// What a policy says under a key.
    package enum Value: Sendable, Hashable {
        case text(String)
        /// Of a list the words that only this policy has.
        case words([String])
    }

    /// The keys that lead to it, such as `kinds`, `mail`, `class`.
    package let path: [String]
    /// What the first policy says; `nil` for nothing.
    package let left: Value?
    /// What the second policy says; `nil` for nothing.
    package let right: Value?

    /// What `left` and `right` say differently, in the order of a policy's keys; what they were
    /// read from does not count, nor does the order of lists.
    ///
    /// A kind or context that only one of them has is one difference, of `there` and `absent`.
    package static func all(from left: Policy, to right: Policy) -> [PolicyDifference] {
        let first = PolicyStatements(of: left)
        let second = PolicyStatements(of: right)
        let known = Set(first.paths)
        let paths = first.paths + second.paths.filter { !known.contains($0) }
        let differences = paths.compactMap { path -> PolicyDifference? in
            let owner = Array(path.prefix(2))
            if let present = first.presence(of: owner, with: second) {
                return path == owner
                    ? PolicyDifference(path: path, left: present.0, right: present.1) : nil
            }
            let (left, right) = apart(first.values[path], second.values[path])
            guard left != right else { return nil }
            return PolicyDifference(path: path, left: left, right: right)
        }
        // What only the second has stands beside its like.
        return PolicyStatements.sections.flatMap { section in
            differences.filter { $0.path[0] == section }
        }
    }

    private static func apart(_ left: Value?, _ right: Value?) -> (Value?, Value?) {
        guard case .words(let first)? = left ?? .words([]),
            case .words(let second)? = right ?? .words([])
        else { return (left, right) }
        let (known, wanted) = (Set(first), Set(second))
        return (
            words(first.filter { !wanted.contains($0) }),
            words(second.filter { !known.contains($0) })
        )
    }

    private static func words(_ words: [String]) -> Value? { words.isEmpty ? nil : .words(words) }
}

/// What a policy says, key by key; what it leaves open is left out.
private struct PolicyStatements {
    private(set) var paths: [[String]] = []
    private(set) var values: [[String]: PolicyDifference.Value] = [:]
    private var owners: Set<[String]> = []

    /// The keys of a policy in their order.
    static let sections = [
        "audience", "default-class", "passcode", "media-catalogue", "sensitive-screens", "targets",
        "hosts", "kinds", "contexts", "vocabulary", "rules", "exceptions",
    ]

    /// Whether the kind or context at `path` is there, here and in `other`; `nil` where it is in
    /// both or is none.
    func presence(
        of path: [String],
        with other: PolicyStatements
    ) -> (PolicyDifference.Value, PolicyDifference.Value)? {
        switch (owners.contains(path), other.owners.contains(path)) {
        case (true, false): (.text("there"), .text("absent"))
        case (false, true): (.text("absent"), .text("there"))
        default: nil
        }
    }

    init(of policy: Policy) {
        say(["audience"], policy.audience)
        say(["default-class"], policy.defaultClass?.name)
        say(["passcode", "required"], "\(policy.passcode.isRequired)")
        say(["passcode", "minimum-length"], policy.passcode.minimumLength.map { "\($0)" })
        say(["passcode", "maximum-failures"], policy.passcode.maximumFailures.map { "\($0)" })
        say(["media-catalogue"], "\(policy.isMediaCatalogue)")
        say(["sensitive-screens"], "\(policy.hasSensitiveScreens)")
        list(["targets"], policy.targets)
        for (name, traits) in policy.forcedTraits.sorted(by: { $0.key < $1.key }) {
            say(["targets", name, "traits"], traits.description)
        }
        list(["hosts", "trusted"], policy.trustedHosts)
        list(["hosts", "public"], policy.publicHosts)
        list(["hosts", "staging"], policy.stagingHosts)
        for kind in policy.kinds { say(kind) }
        for context in policy.contexts { say(context) }
        say(policy.vocabulary)
        for (rule, level) in policy.ruleLevels.sorted(by: { $0.key < $1.key }) {
            say(["rules", rule], level?.rawValue ?? "off")
        }
        list(["exceptions"], policy.exceptions.map(Self.text))
    }

    private mutating func say(_ kind: DataKind) {
        let path = ["kinds", kind.name]
        own(path)
        say(path + ["about"], kind.about)
        say(path + ["sensitivity"], kind.sensitivity?.rawValue ?? "public")
        say(path + ["class"], kind.minimumClass?.name)
        say(path + ["because"], kind.because)
        list(path + ["paths"], kind.paths.map(\.text))
        list(path + ["symbols"], kind.symbols)
        list(path + ["keys"], kind.keys)
        list(path + ["needed-by"], kind.neededBy)
        say(path + ["append-only"], "\(kind.isAppendOnly)")
        say(path + ["backup"], kind.mayBeBackedUp ? "allowed" : "never")
        say(path + ["sync"], kind.mayBeSynchronized ? "allowed" : "never")
        say(path + ["planned"], "\(kind.isPlanned)")
    }

    private mutating func say(_ context: ExecutionContext) {
        let path = ["contexts", context.name]
        own(path)
        say(path + ["about"], context.title)
        list(path + ["states"], context.orderedStates.map(\.rawValue))
        list(path + ["extension-points"], context.extensionPoints)
        list(path + ["background-modes"], context.backgroundModes)
    }

    private mutating func say(_ vocabulary: Vocabulary) {
        list(["vocabulary", "credential"], vocabulary.credential)
        list(["vocabulary", "personal"], vocabulary.personal)
        list(["vocabulary", "measured"], vocabulary.measured)
        list(["vocabulary", "harmless-endings"], vocabulary.harmlessEndings)
        list(["vocabulary", "harmless-names"], vocabulary.harmlessNames)
    }

    private static func text(_ exception: PolicyException) -> String {
        let parts: [String?] = [
            exception.rule, exception.paths.map(\.text).joined(separator: " "),
            exception.until.map { "until \($0)" }, exception.owner, exception.reason,
        ]
        return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private mutating func own(_ path: [String]) {
        paths.append(path)
        owners.insert(path)
    }

    private mutating func say(_ path: [String], _ text: String?) {
        paths.append(path)
        values[path] = text.map { .text($0) }
    }

    private mutating func list(_ path: [String], _ words: [String]) {
        paths.append(path)
        values[path] = words.isEmpty ? nil : .words(words)
    }
}

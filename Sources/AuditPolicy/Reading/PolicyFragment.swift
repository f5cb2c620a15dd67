import AuditFacts
import ProtectionModel
import Documents

/// What a text, or an overlay in it, says of the policy; what it does not say is inherited.
struct PolicyFragment {
    private let kinds: [KindFragment]
    private let contexts: [ContextFragment]
    private let vocabulary: VocabularyFragment?
    private let defaultClass: ProtectionClass?
    private let passcode: PasscodeFragment?
    private let isMediaCatalogue: Bool?
    private let hasSensitiveScreens: Bool?
    private let hosts: HostsFragment?
    private let targets: TargetsFragment?
    private let ruleLevels: [String: FindingLevel?]
    private let exceptions: [PolicyException]

    /// The traits that targets have whatever `--trait` says, by the target's name.
    var forcedTraits: [String: TraitCollection] { targets?.forcedTraits ?? [:] }

    /// Reads the keys that a document and an overlay share; the caller finishes `reader`.
    ///
    /// `traits` are those that targets may have; `nil` in an overlay.
    init(_ reader: inout FieldReader, traits: TraitTable?, knownRules: Set<String>?) {
        let log = reader.log
        contexts = reader.entries("contexts", named: "a context's name").map {
            ContextFragment($0, log)
        }
        kinds = reader.entries("kinds", named: "a kind's name").map { KindFragment($0, log) }
        vocabulary = reader.optional("vocabulary", as: .node).map { VocabularyFragment($0, log) }
        defaultClass = reader.optional("default-class", as: .protectionClass)
        passcode = reader.optional("passcode", as: .node).map { PasscodeFragment($0, log) }
        isMediaCatalogue = reader.optional("media-catalogue", as: .bool)
        hasSensitiveScreens = reader.optional("sensitive-screens", as: .bool)
        hosts = reader.optional("hosts", as: .node).map { HostsFragment($0, log) }
        targets = reader.optional("targets", as: .node).map {
            TargetsFragment($0, traits: traits, log)
        }
        ruleLevels = reader.levels("rules", among: knownRules)
        exceptions = (reader.optional("exceptions", as: .list) ?? []).compactMap {
            PolicyException($0, knownRules: knownRules, log)
        }
    }

    /// Changes `policy`, and notes what makes no sense with what it inherits.
    func apply(to policy: inout Policy, _ log: ProblemLog) {
        for context in contexts { context.apply(to: &policy.contexts, log) }
        apply(to: &policy.kinds, policy.contexts, log)
        vocabulary?.apply(to: &policy.vocabulary, log)
        passcode?.apply(to: &policy.passcode)
        hosts?.apply(to: &policy, log)
        targets?.apply(to: &policy, log)
        if let defaultClass { policy.defaultClass = defaultClass }
        if let isMediaCatalogue { policy.isMediaCatalogue = isMediaCatalogue }
        if let hasSensitiveScreens { policy.hasSensitiveScreens = hasSensitiveScreens }
        policy.ruleLevels.merge(ruleLevels) { $1 }
        policy.exceptions += exceptions
    }

    private func apply(
        to all: inout [DataKind],
        _ contexts: [ExecutionContext],
        _ log: ProblemLog
    ) {
        var places = Dictionary(all.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let known = contexts.filter { !$0.isAbsent }
        for fragment in kinds {
            let place = places[fragment.name] ?? all.count
            if fragment.isAbsent {
                fragment.remove(from: &all, at: places[fragment.name], log)
                continue
            }
            if place == all.count {
                places[fragment.name] = place
                all.append(DataKind(name: fragment.name, sensitivity: .personal))
            }
            fragment.apply(to: &all[place], contexts: known, log)
        }
    }
}

extension FieldReader {
    /// The levels of rules under `key`.
    fileprivate mutating func levels(
        _ key: String,
        among known: Set<String>?
    ) -> [String: FindingLevel?] {
        guard let node = optional(key, as: .node),
            let entries = log.attempt({ () throws(DocumentFault) in try TextReader(node).entries })
        else { return [:] }
        var levels: [String: FindingLevel?] = [:]
        for entry in entries {
            log.attempt { () throws(DocumentFault) in
                let rule = try entry.keyNode.bounded(.rule(among: known))
                levels[rule] = .some(try TextKind.level.read(entry.value))
            }
        }
        return levels
    }
}

extension DocumentEntry {
    /// The key as a value, for reading and for errors about it.
    var keyNode: DocumentNode {
        DocumentNode(.scalar(DocumentScalar(text: key, isQuoted: true)), at: keyLocation)
    }
}

/// What a text says of hosts.
struct HostsFragment {
    private var trusted: ListEdit?
    private var open: ListEdit?
    private var staging: ListEdit?

    /// Reads the mapping `node`.
    init(_ node: DocumentNode, _ log: ProblemLog) {
        guard var reader = FieldReader(node, log) else { return }
        trusted = reader.edit("trusted", of: .host)
        open = reader.edit("public", of: .host)
        staging = reader.edit("staging", of: .host)
        reader.finish()
    }

    func apply(to policy: inout Policy, _ log: ProblemLog) {
        trusted?.apply(to: &policy.trustedHosts, log)
        open?.apply(to: &policy.publicHosts, log)
        staging?.apply(to: &policy.stagingHosts, log)
    }
}

/// What a text demands of the passcode.
struct PasscodeFragment {
    private var isRequired: Bool?
    private var minimumLength: Int?
    private var maximumFailures: Int?

    /// Reads the mapping `node`.
    init(_ node: DocumentNode, _ log: ProblemLog) {
        guard var reader = FieldReader(node, log) else { return }
        isRequired = reader.optional("required", as: .bool)
        minimumLength = reader.optional("minimum-length", as: .smallCount)
        maximumFailures = reader.optional("maximum-failures", as: .smallCount)
        reader.finish()
    }

    func apply(to demand: inout PasscodeDemand) {
        if let isRequired { demand.isRequired = isRequired }
        if let minimumLength { demand.minimumLength = minimumLength }
        if let maximumFailures { demand.maximumFailures = maximumFailures }
    }
}

/// What a text says of the vocabulary.
struct VocabularyFragment {
    private var credential: ListEdit?
    private var personal: ListEdit?
    private var measured: ListEdit?
    private var harmlessEndings: ListEdit?
    private var harmlessNames: ListEdit?

    /// Reads the mapping `node`.
    init(_ node: DocumentNode, _ log: ProblemLog) {
        guard var reader = FieldReader(node, log) else { return }
        credential = reader.edit("credential", of: .term)
        personal = reader.edit("personal", of: .term)
        measured = reader.edit("measured", of: .term)
        harmlessEndings = reader.edit("harmless-endings", of: .words)
        harmlessNames = reader.edit("harmless-names", of: .words)
        reader.finish()
    }

    func apply(to vocabulary: inout Vocabulary, _ log: ProblemLog) {
        credential?.apply(to: &vocabulary.credential, log)
        personal?.apply(to: &vocabulary.personal, log)
        measured?.apply(to: &vocabulary.measured, log)
        harmlessEndings?.apply(to: &vocabulary.harmlessEndings, log)
        harmlessNames?.apply(to: &vocabulary.harmlessNames, log)
    }
}

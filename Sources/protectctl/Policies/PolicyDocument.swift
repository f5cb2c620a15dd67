import AuditFacts
import AuditPolicy
import ProtectionModel

/// What `policy show --json` prints.
struct PolicyDocument: Encodable {
    private struct Kind: Encodable {
        let name: String
        let about: OrNull<String>
        let sensitivity: String
        let `class`: OrNull<String>
        let because: OrNull<String>
        let paths: [String]
        let symbols: [String]
        let keys: [String]
        let neededBy: [String]
        let appendOnly: Bool
        let backup: Bool
        let sync: Bool
        let planned: Bool
    }

    private struct Context: Encodable {
        let name: String
        let about: String
        let states: [String]
        let extensionPoints: [String]
        let backgroundModes: [String]
    }

    private struct Terms: Encodable {
        let credential: [String]
        let personal: [String]
        let measured: [String]
        let harmlessEndings: [String]
        let harmlessNames: [String]
    }

    private struct Passcode: Encodable {
        let required: Bool
        let minimumLength: OrNull<Int>
        let maximumFailures: OrNull<Int>
    }

    private struct Hosts: Encodable {
        let trusted: [String]
        let `public`: [String]
        let staging: [String]
    }

    private struct Exception: Encodable {
        let rule: String
        let paths: [String]
        let until: OrNull<String>
        let owner: OrNull<String>
        let reason: String
    }

    private struct Row: Encodable {
        let kind: String
        let `class`: String
        let context: String
        let state: String
        let access: String
        let needed: Bool
        let contradiction: Bool
    }

    private struct Waiting: Encodable {
        let overlay: OverlayDocument
        let traits: [String]
    }

    private let version = 1
    private let policy: [String]
    private let audience: String
    private let defaultClass: OrNull<String>
    private let mediaCatalogue: Bool
    private let sensitiveScreens: Bool
    private let targets: [String]
    private let forcedTraits: [String: [String: String]]
    private let traits: [String: String]
    private let unspecifiedTraits: [String]
    private let waitingOverlays: [Waiting]
    private let passcode: Passcode
    private let hosts: Hosts
    private let kinds: [Kind]
    private let contexts: [Context]
    private let vocabulary: Terms
    private let rules: [String: String]
    private let exceptions: [Exception]
    private let accessMatrix: [Row]

    init(_ policy: Policy, _ matrix: AccessMatrix, _ selection: TraitSelection) {
        self.policy = policy.sources
        audience = policy.audience
        defaultClass = OrNull(policy.defaultClass?.name)
        mediaCatalogue = policy.isMediaCatalogue
        sensitiveScreens = policy.hasSensitiveScreens
        targets = policy.targets
        forcedTraits = policy.forcedTraits.mapValues(\.values)
        traits = selection.traits.values
        unspecifiedTraits = selection.unspecified
        waitingOverlays = selection.waiting.map {
            Waiting(overlay: OverlayDocument($0.reference), traits: $0.traits)
        }
        passcode = Passcode(
            required: policy.passcode.isRequired,
            minimumLength: OrNull(policy.passcode.minimumLength),
            maximumFailures: OrNull(policy.passcode.maximumFailures)
        )
        hosts = Hosts(
            trusted: policy.trustedHosts,
            public: policy.publicHosts,
            staging: policy.stagingHosts
        )
        kinds = policy.kinds.map(Self.kind)
        contexts = policy.contexts.map(Self.context)
        vocabulary = Terms(
            credential: policy.vocabulary.credential,
            personal: policy.vocabulary.personal,
            measured: policy.vocabulary.measured,
            harmlessEndings: policy.vocabulary.harmlessEndings,
            harmlessNames: policy.vocabulary.harmlessNames
        )
        rules = policy.ruleLevels.mapValues { $0?.rawValue ?? "off" }
        exceptions = policy.exceptions.map(Self.exception)
        accessMatrix = matrix.rows.map { Self.row($0, matrix) }
    }

    private static func kind(_ kind: DataKind) -> Kind {
        Kind(
            name: kind.name,
            about: OrNull(kind.about),
            sensitivity: kind.sensitivity?.rawValue ?? "public",
            class: OrNull(kind.minimumClass?.name),
            because: OrNull(kind.because),
            paths: kind.paths.map(\.text),
            symbols: kind.symbols,
            keys: kind.keys,
            neededBy: kind.neededBy,
            appendOnly: kind.isAppendOnly,
            backup: kind.mayBeBackedUp,
            sync: kind.mayBeSynchronized,
            planned: kind.isPlanned
        )
    }

    private static func context(_ context: ExecutionContext) -> Context {
        Context(
            name: context.name,
            about: context.title,
            states: context.orderedStates.map(\.rawValue),
            extensionPoints: context.extensionPoints,
            backgroundModes: context.backgroundModes
        )
    }

    private static func exception(_ exception: PolicyException) -> Exception {
        Exception(
            rule: exception.rule,
            paths: exception.paths.map(\.text),
            until: OrNull(exception.until),
            owner: OrNull(exception.owner),
            reason: exception.reason
        )
    }

    private static func row(_ row: AccessMatrixRow, _ matrix: AccessMatrix) -> Row {
        Row(
            kind: row.kind,
            class: row.protectionClass.name,
            context: row.context,
            state: row.state.rawValue,
            access: row.access.rawValue,
            needed: row.isNeeded,
            contradiction: matrix.isContradiction(row)
        )
    }
}

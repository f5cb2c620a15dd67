package import AuditFacts
package import ProtectionModel

/// What is demanded of an app and its data: the effective policy after inheritance and overlays.
package struct Policy: Sendable, Hashable {
    /// Names or paths of the policies it was made from, the outermost first.
    package var sources: [String]
    /// Kinds of data with what each demands, in the order of the text.
    package var kinds: [DataKind]
    /// Circumstances in which code runs, by name.
    package var contexts: [ExecutionContext]
    /// Names that indicate sensitive values.
    package var vocabulary: Vocabulary
    /// The weakest class that targets may have as their default-data-protection entitlement;
    /// `nil` asks for none.
    package var defaultClass: ProtectionClass?
    /// Demands of the device's passcode.
    package var passcode: PasscodeDemand
    /// Who the app is for: `general` or `kids`.
    package var audience: String
    /// Whether the app plays a catalogue of media that its maker rates.
    package var isMediaCatalogue: Bool
    /// Whether what is on the screens must not be seen in the app switcher.
    package var hasSensitiveScreens: Bool
    /// Hosts that identifiers and personal data may go to; a leading `*.` stands for any subdomain.
    package var trustedHosts: [String]
    /// Hosts whose content anybody may see.
    package var publicHosts: [String]
    /// Hosts that must not be in a release.
    package var stagingHosts: [String]
    /// Names of the targets the policy was written for; empty when it names none.
    package var targets: [String]
    /// Traits that targets have whatever is asked for, by the target's name.
    package var forcedTraits: [String: TraitCollection]
    /// Where each of the targets is named.
    package var targetPlaces: [String: RelatedPlace]
    /// What the overlays of policies that are not shipped ask for, whether they hold or not.
    package var conditions: [OverlayCondition]
    /// Levels of single rules; the inner `nil` turns a rule off.
    package var ruleLevels: [String: FindingLevel?]
    /// Accepted findings.
    package var exceptions: [PolicyException]

    /// Who an app can be for.
    package static let audiences = ["general", "kids"]

    /// A policy that demands nothing and knows the contexts that iOS has.
    package init(sources: [String] = []) {
        self.sources = sources
        kinds = []
        contexts = ExecutionContext.known
        vocabulary = Vocabulary()
        defaultClass = nil
        passcode = PasscodeDemand()
        audience = Self.audiences[0]
        isMediaCatalogue = false
        hasSensitiveScreens = false
        trustedHosts = []
        publicHosts = []
        stagingHosts = []
        targets = []
        forcedTraits = [:]
        targetPlaces = [:]
        conditions = []
        ruleLevels = [:]
        exceptions = []
    }
}

/// The traits that an overlay of a policy asks for.
package struct OverlayCondition: Sendable, Hashable {
    /// The traits, at least one.
    package var traits: TraitCollection
    /// Where the policy has the overlay.
    package var place: RelatedPlace
}

/// What a policy demands of the device's passcode.
package struct PasscodeDemand: Sendable, Hashable {
    /// Whether there must be one.
    package var isRequired = false
    /// The fewest characters it may have; `nil` for any.
    package var minimumLength: Int?
    /// The most wrong passcodes in a row before the device must be erased; `nil` for any.
    package var maximumFailures: Int?

    package init() {}
}

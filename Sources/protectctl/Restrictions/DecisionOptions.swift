import ArgumentParser
import ConfigurationProfiles
import ContentRestrictions
import Preferences

/// How limits are read, and what happens without one.
struct DecisionOptions: ParsableArguments {
    /// What comes out where there is no information.
    enum OwnPolicy: String, ExpressibleByArgument, CaseIterable {
        case allow, deny
    }

    /// How numbers and booleans are read.
    enum Reading: String, EnumerableFlag {
        case strict, lenient

        static func help(for value: Reading) -> ArgumentHelp? {
            switch value {
            case .strict: "Limits are numbers and booleans (the default)."
            case .lenient: "Limits are read from strings too."
            }
        }
    }

    @Option(
        help: ArgumentHelp("Where there is no information: allow or deny.", valueName: "policy")
    )
    var ifUnset: OwnPolicy = .deny
    @Flag(exclusivity: .exclusive) var reading: Reading = .strict
    @Option(
        help: ArgumentHelp("Whose defaults to read; by default those of all.", valueName: "domain")
    )
    var domain: String?

    /// A checker on the limits as they are now.
    func checker(_ session: Session) throws -> RestrictionChecker {
        let domain = try domain.map { try DefaultsDomain($0) } ?? .global
        return RestrictionChecker(
            try session.defaults(of: domain),
            reading: reading == .strict ? .strict : .lenient,
            exemptApps: exemptApps(session)
        )
    }

    /// While profiles cannot be read no app is exempt; the limits themselves then say why.
    private func exemptApps(_ session: Session) -> Set<String> {
        let profiles = try? session.documents.effectiveProfiles()
        return profiles.map { EffectiveRestrictions($0).exemptApps } ?? []
    }

    /// Whether the item may be shown.
    func allows(_ decision: RestrictionDecision) -> Bool {
        switch decision.outcome {
        case .allow: true
        case .deny: false
        case .ownPolicy: ifUnset == .allow
        }
    }
}

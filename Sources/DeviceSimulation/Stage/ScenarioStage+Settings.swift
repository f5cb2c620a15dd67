import ContentRestrictions
import Preferences
import ProtectedStore
import ProtectionModel

/// The settings of the one application that a scenario is about.
extension ScenarioStage {
    func useSettings(_ operation: StepOperation) throws -> StepFacts {
        do {
            switch operation {
            case .setDefault(let key, let value, let domain):
                try settings.set(value, forKey: key, in: domain, of: device.documents)
                return StepFacts()
            case .check(let item):
                let lookup = try settings.lookup(device.documents)
                return facts(of: RestrictionChecker(lookup).decide(item))
            default: throw ProtectionError(.internalError, "not a step about settings")
            }
        } catch let error as ProtectionError {
            throw ProtectionError(error.code, error.description)
        } catch {
            throw ProtectionError(error, path: nil)
        }
    }

    private func facts(of decision: RestrictionDecision) -> StepFacts {
        var facts = StepFacts()
        facts[.decision] = .text(decision.outcome.rawValue)
        facts[.reason] = decision.reason.map { .text($0.rawValue) }
        return facts
    }
}

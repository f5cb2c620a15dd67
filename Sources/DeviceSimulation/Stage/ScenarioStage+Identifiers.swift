import DeviceIdentifiers
import FoundationEssentials
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto

/// The applications on a scenario's device, and what they read.
extension ScenarioStage {
    mutating func useIdentifiers(_ operation: StepOperation) throws -> StepFacts {
        do {
            try checkFirstUnlock()
            switch operation {
            case .install(let application, let declarations):
                try identifiers.applications.install(application)
                try place?.declare(declarations, by: application.identifier)
                return StepFacts()
            case .uninstall(let application):
                try identifiers.applications.uninstall(application)
                return StepFacts()
            case .readIdentifier(let identifier, let application, _):
                return facts(try value(of: identifier, application).uuidString)
            case .track(let application, let answer, let isActive):
                return facts(try track(application, answer, isActive: isActive).description)
            case .allowTrackingRequests(let isAllowed):
                try identifiers.tracking.allowRequests(isAllowed)
                return StepFacts()
            default: throw ProtectionError(.internalError, "not a step about identifiers")
            }
        } catch let error as ProtectionError {
            throw ProtectionError(error.code, error.description)
        }
    }

    /// Compares what a step got with identifiers that were kept, then keeps it itself if it says
    /// so.
    ///
    /// What cannot be read leaves nothing under its name.
    mutating func compareAndKeep(_ step: ScenarioStep, _ got: inout StepFacts) {
        let value = got[.value]
        for (key, isEqual) in [(FactKey.sameAs, true), (.differsFrom, false)] {
            guard case .text(let name) = step.expected[key], let value, let known = kept[name],
                (value == known) == isEqual
            else { continue }
            got[key] = .text(name)
        }
        guard case .readIdentifier(_, _, let name?) = step.operation else { return }
        kept[name] = value
    }

    private func value(
        of identifier: IdentifierKind,
        _ application: BundleIdentifier
    ) throws -> UUID {
        switch identifier {
        case .vendor:
            guard let value = try identifiers.vendorIdentifier(for: application) else {
                throw ProtectionError(.protectedDataUnavailable, "the identifier for vendor is nil")
            }
            return value
        case .advertising:
            return try identifiers.advertisingIdentifier(for: application).identifier
        case .user(let container):
            guard let value = try identifiers.userIdentifier(for: application, in: container)
            else { throw ProtectionError(.notFound, "nobody is signed in on this device") }
            return value
        case .own, .discoverableUser:
            throw ProtectionError(.internalError, "no step reads this identifier")
        }
    }

    /// Asks, and answers.
    ///
    /// An answer counts where a prompt is shown, and as the switch in Settings where the user was
    /// asked before; otherwise it has no effect.
    private func track(
        _ application: BundleIdentifier,
        _ answer: TrackingAnswer?,
        isActive: Bool
    ) throws -> TrackingStatus {
        let tracking = identifiers.tracking
        let before = try tracking.status(of: application)
        let request = try tracking.request(by: application, isActive: isActive)
        // On a Mac every app is authorized without asking the user.
        let wasAsked = identifierSettings.platform != .macOS && before != .restricted
        guard let answer, request == .prompting || (wasAsked && before != .notDetermined) else {
            return request.status
        }
        try tracking.answer(answer, to: application)
        return try tracking.status(of: application)
    }

    /// Nothing is known of applications before the first unlock, not even that there are none.
    private func checkFirstUnlock() throws {
        let state = device.lockMachine.state
        guard ProtectionClass.completeUntilFirstUserAuthentication.isOpenable(in: state) else {
            throw ProtectionError.identifiersUnavailable
        }
    }

    private func facts(_ value: String) -> StepFacts {
        var facts = StepFacts()
        facts[.value] = .text(value)
        return facts
    }

    /// As the device is now: a crash gives it other documents.
    private var identifiers: IdentifierService {
        device.identifiers(settings: identifierSettings)
    }
}

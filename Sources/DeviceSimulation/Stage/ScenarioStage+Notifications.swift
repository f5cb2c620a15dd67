import DeviceIdentifiers
import KeyManagement
import ProtectedNotifications
import ProtectedStore
import ProtectionModel

/// The notifications of a scenario's device.
extension ScenarioStage {
    mutating func notify(_ step: NotificationStep) throws -> StepFacts {
        switch step {
        case .authorize(let application, let options, let entitlements, let answer):
            return try authorize(application, options, entitlements, answer)
        case .set(let application, let changes): return try set(application, changes)
        case .addCategory(let application, let category):
            let center = notifications.center(of: application)
            try center.setCategories(try center.categories() + [category])
        case .register(let application, let protection, let team):
            surroundings.registrations[application] = try notifications.center(of: application)
                .register([protection], team: team)
        case .installService(let application, let service):
            // Refuses an application that is not there, as far as this can be known now.
            _ = try notifications.settings(of: application)
            surroundings.services[application] = service
        case .push(let application, let push): return try send(push, to: application)
        case .schedule(let application, let request): return try schedule(request, application)
        case .beQuiet(let quiet): try notifications.setQuietTime(quiet)
        case .move(let position):
            try notifications.advance()
            try notifications.move(to: position)
        case .remove(let application, let removal): try remove(removal, application)
        case .respond(let application, let identifier, let action, let text):
            return try respond(application, identifier, action, text)
        case .takeResponses(let application):
            return try facts { $0.note(try notifications.center(of: application).takeResponses()) }
        case .lookAt(let place):
            let screen = try notifications.screen(at: place)
            if let failure = screen.failures.first { throw failure.value }
            return facts { $0.note(screen) }
        case .lookInto(let application): return try look(into: application)
        }
        return StepFacts()
    }

    var notifications: DeviceNotifications { device.notifications }

    private func facts(_ note: (inout StepFacts) throws -> Void) rethrows -> StepFacts {
        var facts = StepFacts()
        try note(&facts)
        return facts
    }

    /// Asks, and answers: where a prompt is shown, and as the switch in Settings where the user was asked
    /// before; otherwise an answer has no effect.
    private func authorize(
        _ application: BundleIdentifier,
        _ options: NotificationOptions,
        _ entitlements: NotificationEntitlements?,
        _ answer: NotificationAnswer?
    ) throws -> StepFacts {
        let center = notifications.center(of: application)
        let before = try center.settings().authorization
        let request = try center.requestAuthorization(
            options,
            entitlements: entitlements
        )
        if let answer, request == .prompting || before != .notDetermined {
            try notifications.answer(answer, to: application)
        }
        return try status(of: application)
    }

    private func set(
        _ application: BundleIdentifier,
        _ changes: NotificationStep.SettingChanges
    ) throws -> StepFacts {
        if !changes.isEmpty {
            try notifications.updateSettings(of: application) { settings in
                settings.showsPreviews = changes.previews ?? settings.showsPreviews
                settings.showsOnLockScreen =
                    changes.showsOnLockScreen ?? settings.showsOnLockScreen
                settings.showsInCenter = changes.showsInCenter ?? settings.showsInCenter
                settings.alertSetting = changes.alertSetting ?? settings.alertSetting
                settings.soundSetting = changes.soundSetting ?? settings.soundSetting
                settings.badgeSetting = changes.badgeSetting ?? settings.badgeSetting
            }
        }
        return try status(of: application)
    }

    private func status(of application: BundleIdentifier) throws -> StepFacts {
        let status = try notifications.settings(of: application).settings.authorization
        return facts { $0[.value] = .text(status.rawValue) }
    }

    private func schedule(
        _ request: NotificationRequest,
        _ application: BundleIdentifier
    ) throws -> StepFacts {
        let center = notifications.center(of: application)
        try center.add(request)
        let count = try center.pending().count
        return facts { $0[.count] = .number(UInt64(count)) }
    }

    private func remove(
        _ removal: NotificationStep.Removal,
        _ application: BundleIdentifier
    ) throws {
        let center = notifications.center(of: application)
        switch removal {
        case .these(let identifiers):
            try center.removeDelivered(identifiers)
            try center.removePending(identifiers)
        case .all(let delivered, let pending):
            if delivered { try center.removeDelivered() }
            if pending { try center.removePending() }
        }
    }

    private func respond(
        _ application: BundleIdentifier,
        _ identifier: String,
        _ action: String,
        _ text: String?
    ) throws -> StepFacts {
        let response = try notifications.respond(
            to: identifier,
            of: application,
            action: action,
            text: text
        )
        let outcome: OtherOutcome = response == nil ? .unheard : .given
        return facts { $0[.outcome] = .text(outcome.rawValue) }
    }

    private func look(into application: BundleIdentifier) throws -> StepFacts {
        let center = notifications.center(of: application)
        let delivered = try center.delivered()
        let badge = try center.badge()
        return facts {
            $0.note(delivered)
            $0[.badge] = .number(UInt64(badge))
        }
    }
}

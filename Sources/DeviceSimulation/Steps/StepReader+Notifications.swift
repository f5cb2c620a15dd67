import DeviceIdentifiers
import Documents
import ProtectedNotifications
import ProtectionModel

/// What is done with notifications.
extension StepReader {
    /// The operation with its arguments; nil for the name of another.
    func notificationOperation(
        _ name: StepName,
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepOperation? {
        let step: NotificationStep
        switch name {
        case .authorize: step = try authorization(&reader)
        case .notificationSettings: step = try settings(&reader)
        case .quiet: step = try quietTime(&reader)
        case .category: step = try category(&reader)
        case .register: step = try registration(&reader)
        case .service: step = try service(&reader)
        case .push: step = try push(&reader)
        case .schedule: step = try schedule(&reader)
        case .position: step = .move(try reader.position())
        case .removeNotifications: step = try removal(&reader)
        case .respond: step = try response(&reader)
        case .responses: step = .takeResponses(try reader.required("app", as: .application))
        case .look: step = try look(&reader)
        default: return nil
        }
        return .notify(step)
    }

    private func authorization(
        _ reader: inout TextReader
    ) throws(DocumentFault) -> NotificationStep {
        let application = try reader.required("app", as: .application)
        let options = try reader.optional("options", as: .node)
        let entitlements = try reader.optional("entitlements", as: .node)
        return .authorize(
            application,
            try options?.options([
                "alert": .alert, "sound": .sound, "badge": .badge,
                "critical": .criticalAlert, "provisional": .provisional,
            ]) ?? [.alert, .sound, .badge],
            try entitlements?.options([
                "time-sensitive": .timeSensitive, "critical-alerts": .criticalAlerts,
                "filtering": .filtering,
            ]),
            try reader.optional("answer", as: .notificationAnswer)
        )
    }

    private func settings(_ reader: inout TextReader) throws(DocumentFault) -> NotificationStep {
        .set(
            try reader.required("app", as: .application),
            NotificationStep.SettingChanges(
                previews: try reader.optional("previews", as: .previews),
                showsOnLockScreen: try reader.isOn("lock-screen"),
                showsInCenter: try reader.isOn("center"),
                alertSetting: try reader.isOn("alerts").map(NotificationSetting.init),
                soundSetting: try reader.isOn("sounds").map(NotificationSetting.init),
                badgeSetting: try reader.isOn("badges").map(NotificationSetting.init)
            )
        )
    }

    private func quietTime(_ reader: inout TextReader) throws(DocumentFault) -> NotificationStep {
        var quiet = QuietTime()
        quiet.isQuiet = try reader.required("on", as: .bool)
        for node in try reader.optional("allow", as: .list) ?? [] {
            quiet.allowed.insert(try TextKind.application.read(node).description)
        }
        return .beQuiet(quiet)
    }

    private func category(_ reader: inout TextReader) throws(DocumentFault) -> NotificationStep {
        let application = try reader.required("app", as: .application)
        let identifier = try reader.required("id", as: .string)
        let placeholder = try reader.optional("placeholder", as: .string)
        var options: NotificationCategory.Options = []
        for (key, option) in [
            ("show-title", NotificationCategory.Options.hiddenPreviewsShowTitle),
            ("show-subtitle", .hiddenPreviewsShowSubtitle),
            ("custom-dismiss", .customDismissAction),
        ] where try reader.optional(key, as: .bool) == true {
            options.insert(option)
        }
        var actions: [NotificationAction] = []
        for node in try reader.optional("actions", as: .list) ?? [] {
            actions.append(try action(node))
        }
        do {
            return .addCategory(
                application,
                try NotificationCategory(
                    identifier,
                    actions: actions,
                    hiddenPreviewsBodyPlaceholder: placeholder,
                    options: options
                )
            )
        } catch {
            throw DocumentFault(error.message, at: reader.location)
        }
    }

    private func action(_ node: DocumentNode) throws(DocumentFault) -> NotificationAction {
        var reader = try TextReader(node)
        let identifier = try reader.required("id", as: .string)
        let title = try reader.optional("title", as: .string) ?? identifier
        let takesText = try reader.optional("text", as: .bool) ?? false
        var options: NotificationAction.Options = []
        for (key, option) in [
            ("unlock", NotificationAction.Options.authenticationRequired),
            ("foreground", .foreground), ("destructive", .destructive),
        ] where try reader.optional(key, as: .bool) == true {
            options.insert(option)
        }
        try reader.finish()
        do {
            return try NotificationAction(
                identifier,
                title: title,
                options: options,
                takesText: takesText
            )
        } catch {
            throw DocumentFault(error.message, at: node.location)
        }
    }

    private func registration(
        _ reader: inout TextReader
    ) throws(DocumentFault) -> NotificationStep {
        let application = try reader.required("app", as: .application)
        return .register(
            application,
            try reader.optional("class", as: .pushKeyClass)
                ?? .completeUntilFirstUserAuthentication,
            team: try reader.optional("team", as: .string)
        )
    }

    private func removal(_ reader: inout TextReader) throws(DocumentFault) -> NotificationStep {
        let application = try reader.required("app", as: .application)
        let identifiers = try reader.optional("ids", as: .node)
        let delivered = try reader.optional("delivered", as: .bool) ?? false
        let pending = try reader.optional("pending", as: .bool) ?? false
        guard let identifiers else {
            guard delivered || pending else {
                throw DocumentFault(
                    "nothing to remove: give 'ids', 'delivered' or 'pending'",
                    at: reader.location
                )
            }
            return .remove(application, .all(delivered: delivered, pending: pending))
        }
        guard !delivered, !pending else {
            throw DocumentFault(
                "give either 'ids' or all that is 'delivered' or 'pending'",
                at: reader.location
            )
        }
        return .remove(application, .these(try identifiers.texts()))
    }

    private func response(_ reader: inout TextReader) throws(DocumentFault) -> NotificationStep {
        let application = try reader.required("app", as: .application)
        let identifier = try reader.required("id", as: .string)
        let action = try reader.optional("action", as: .string) ?? ActionWord.tap.rawValue
        return .respond(
            application,
            identifier,
            action: ActionWord(rawValue: action)?.action ?? action,
            text: try reader.optional("text", as: .string)
        )
    }

    private func look(_ reader: inout TextReader) throws(DocumentFault) -> NotificationStep {
        let place = try reader.required("at", as: .lookingPlace)
        guard let screen = NotificationScreen.Place(rawValue: place) else {
            return .lookInto(try reader.required("app", as: .application))
        }
        return .lookAt(screen)
    }
}

extension NotificationSetting {
    fileprivate init(_ isOn: Bool) { self = isOn ? .enabled : .disabled }
}

extension TextKind where Value == NotificationAnswer {
    fileprivate static var notificationAnswer: Self {
        Self { node throws(DocumentFault) in try node.word("granted or denied") }
    }
}

extension TextKind where Value == PreviewsSetting {
    fileprivate static var previews: Self {
        Self { node throws(DocumentFault) in try node.word("always, when-unlocked or never") }
    }
}

extension TextKind where Value == ProtectionClass {
    /// A class that a key for sealed pushes can have.
    static var pushKeyClass: Self {
        Self { node throws(DocumentFault) in
            let protection = try node.protection()
            guard
                [.complete, .completeUntilFirstUserAuthentication].contains(protection)
            else { throw node.expected("class A or C, as keys for pushes have") }
            return protection
        }
    }
}

extension TextKind where Value == String {
    /// Where a step looks.
    fileprivate static var lookingPlace: Self {
        Self { node throws(DocumentFault) in
            let places = NotificationScreen.Place.allCases.map(\.rawValue) + ["app"]
            guard places.contains(try node.text()) else {
                throw node.expected("lock-screen, center or app")
            }
            return try node.text()
        }
    }
}

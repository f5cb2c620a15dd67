import DeviceIdentifiers
import Documents
import ProtectedNotifications
import ProtectionModel

/// What brings notifications: pushes, service extensions, requests.
extension StepReader {
    func push(_ reader: inout TextReader) throws(DocumentFault) -> NotificationStep {
        let application = try reader.required("app", as: .application)
        return .push(
            application,
            StepPush(
                body: try body(&reader, for: application),
                collapseID: try reader.optional("collapse-id", as: .string),
                expires: try reader.optional("expires", as: .duration)
            )
        )
    }

    private func body(
        _ reader: inout TextReader,
        for application: BundleIdentifier
    ) throws(DocumentFault) -> StepPush.Body {
        let alert = try reader.notificationContent("alert")
        let sealed = try reader.notificationContent("sealed")
        let json = try reader.optional("payload", as: .string)
        let isSilent = try reader.optional("silent", as: .bool) == true
        let protection = try reader.optional("class", as: .pushKeyClass)
        guard protection == nil || sealed != nil else {
            throw DocumentFault(
                "only what is 'sealed' has a 'class'",
                at: reader.location(of: "class")
            )
        }
        switch (alert, sealed, json, isSilent) {
        case (let alert?, nil, nil, false): return .alert(alert)
        case (let alert, let sealed?, nil, false):
            try checkRegistered(application, reader.location(of: "sealed"))
            let open = alert ?? NotificationContent(body: "New message")
            return .sealed(sealed, protection, alert: open)
        case (nil, nil, let json?, false): return .json(json)
        case (nil, nil, nil, true): return .silent
        case (nil, nil, nil, false):
            throw DocumentFault(
                "missing key 'alert', 'sealed', 'payload' or 'silent'",
                at: reader.location
            )
        default:
            throw DocumentFault(
                "give only one of 'payload', 'silent', and 'alert' or 'sealed' or both",
                at: reader.location
            )
        }
    }

    private func checkRegistered(
        _ application: BundleIdentifier,
        _ place: DocumentPlace
    ) throws(DocumentFault) {
        guard !registered.contains(application) else { return }
        throw DocumentFault(
            "no earlier step registers \(FactValue.text(application.description)) for sealed pushes",
            at: place
        )
    }

    func service(_ reader: inout TextReader) throws(DocumentFault) -> NotificationStep {
        let application = try reader.required("app", as: .application)
        guard reader.entries.count > 1 else {
            throw DocumentFault(
                "the service says nothing of what it does: give 'shows', 'reads', 'takes' or another "
                    + "of its keys",
                at: reader.location
            )
        }
        var reads: [DevicePath] = []
        for node in try reader.optional("reads", as: .list) ?? [] { reads.append(try node.path()) }
        var adds: [NotificationContent] = []
        for node in try reader.optional("adds", as: .list) ?? [] {
            adds.append(try node.notificationContent())
        }
        return .installService(
            application,
            StepService(
                reads: reads,
                takes: try reader.optional("takes", as: .duration) ?? .zero,
                start: try reader.optional("start", as: .duration) ?? .zero,
                answersOnExpiry: try reader.optional("on-expiry", as: .answersOnExpiry) ?? true,
                shows: try reader.notificationContent("shows"),
                fallback: try reader.notificationContent("fallback"),
                adds: adds
            )
        )
    }

    func schedule(_ reader: inout TextReader) throws(DocumentFault) -> NotificationStep {
        let application = try reader.required("app", as: .application)
        let identifier = try reader.required("id", as: .string)
        let trigger = try trigger(&reader)
        let content = try reader.notificationContent()
        do {
            return .schedule(application, try NotificationRequest(identifier, content, trigger))
        } catch {
            throw DocumentFault(error.message, at: reader.location)
        }
    }

    /// When a request is due; nil for at once.
    private func trigger(
        _ reader: inout TextReader
    ) throws(DocumentFault) -> NotificationTrigger? {
        let repeats = try reader.optional("repeats", as: .bool)
        var triggers: [NotificationTrigger] = []
        if let interval = try reader.optional("in", as: .duration) {
            triggers.append(.interval(interval, repeats: repeats ?? false))
        }
        if let node = try reader.optional("at", as: .node) {
            triggers.append(.calendar(try node.momentOfDate(), repeats: false))
        }
        if let node = try reader.optional("daily", as: .node) {
            triggers.append(.calendar(try node.timeOfDay(), repeats: repeats ?? true))
        }
        for crossing in NotificationPlace.Crossing.allCases {
            guard let node = try reader.optional(crossing.rawValue, as: .node) else { continue }
            triggers.append(.place(try place(node, crossing), repeats: repeats ?? false))
        }
        guard triggers.count < 2 else {
            throw DocumentFault(
                "give only one of 'in', 'at', 'daily', 'enter' and 'leave'",
                at: reader.location
            )
        }
        if repeats == true, triggers.isEmpty || reader.entries.contains(where: { $0.key == "at" }) {
            throw DocumentFault(
                "what comes at once or on a date does not repeat",
                at: reader.location(of: "repeats")
            )
        }
        return triggers.first
    }

    private func place(
        _ node: DocumentNode,
        _ crossing: NotificationPlace.Crossing
    ) throws(DocumentFault) -> NotificationPlace {
        var reader = try TextReader(node)
        let center = try reader.position()
        let radius = try reader.optional("radius", as: .number) ?? 100
        try reader.finish()
        do { return try NotificationPlace(center, radius: radius, on: crossing) } catch {
            throw DocumentFault(error.message, at: node.location)
        }
    }
}

extension TextKind where Value == Bool {
    /// What an extension does when it is told that its time is up.
    fileprivate static var answersOnExpiry: Self {
        Self { node throws(DocumentFault) in
            switch try node.text() {
            case "best-attempt": return true
            case "nothing": return false
            default: throw node.expected("best-attempt or nothing")
            }
        }
    }
}

import CloudRecords

/// A push as a test looks at it.
struct Told: Equatable {
    let device: UInt8
    let subscription: String
    let subject: RecordNotification.Subject
}

extension CloudTrial {
    /// A container on a device that is told of the user's subscriptions.
    func told(
        _ person: CloudPerson = .ada,
        at token: UInt8,
        _ key: ContainerKey = CloudTrial.notes
    ) throws -> RecordContainer {
        let container = try device(CloudAccount(person), key, token: [token]).container
        try container.registerForPushes()
        return container
    }

    /// All pushes that waited.
    func payloads(_ key: ContainerKey = CloudTrial.notes) throws -> [RecordPush] {
        var pushes: [RecordPush] = []
        try service.deliverPushes(of: key) { pushes.append($0) }
        return pushes
    }

    /// All pushes that waited, as apps read them, in the order of the devices.
    func pushes(_ key: ContainerKey = CloudTrial.notes) throws -> [Told] {
        try payloads(key).compactMap { push in
            try RecordNotification(reading: push.payload).map {
                Told(device: push.device[0], subscription: $0.subscription, subject: $0.subject)
            }
        }.sorted { ($0.device, $0.subscription) < ($1.device, $1.subscription) }
    }
}

extension RecordSubscription {
    /// A subscription to notes with a title.
    static func notes(
        _ id: String = "s",
        title: String? = nil,
        in zone: RecordZoneID? = nil,
        on firing: Firing = [.creation, .update, .removal],
        _ notification: Notification = .silent
    ) throws -> RecordSubscription {
        let predicate =
            try title.map { try RecordPredicate(format: "title = %@", [.string($0)]) } ?? .always
        let subject = Subject.query(type: "Note", predicate, in: zone, firing)
        return RecordSubscription(id, to: subject, notification)
    }
}

extension RecordSubscription.Notification {
    /// A push with values.
    init(keys: [String], alert: RecordSubscription.Text? = nil) {
        self.init()
        desiredKeys = keys
        self.alert = alert
    }
}

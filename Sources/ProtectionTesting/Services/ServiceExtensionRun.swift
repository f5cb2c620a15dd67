import DeviceIdentifiers
public import ProtectedNotifications
import ProtectionModel

/// What a run of a service extension came to, as a run at every step hands it to the verification.
public struct ServiceExtensionRun: Sendable {
    /// What happened.
    public let disturbance: ServiceDisturbance
    /// Before which of the extension's operations, from 1; 0 for before it was called, and for nothing; one
    /// more than there are for just before its answer was taken.
    public let step: Int
    /// How it ended, and what is noted of it; after a restart that of the push that came then.
    public let outcome: ServiceOutcome
    /// How the run for the ``ServiceDisturbance/secondPush`` ended; nil for other disturbances.
    public let second: ServiceOutcome?
    /// The lock screen afterwards, once the device is locked.
    public let screen: NotificationScreen
    /// What the extension did to files and the keychain, with what it did before a restart.
    public let operations: [TimelineEntry]

    /// What the system was given to show; nil for nothing.
    public var content: NotificationContent? { outcome.content }
    /// All that can be read on the lock screen.
    public var shown: String { screen.text }
}

/// Looks at a device when its service extensions are done: what came of it, and what should not have.
struct ServiceInspection {
    let device: TestDevice
    /// What is sealed in the pushes.
    let ciphertexts: [String]

    /// Puts the phone away, locked, and judges.
    func conclude() throws {
        try device.lock()
        let records = device.services.records
        guard let outcome = records.first?.outcome else {
            return device.monitor.add(
                FaultReport(
                    headline: "the service extension did not run",
                    explanation: "An app that may not notify, or is not there, gets no push."
                )
            )
        }
        let screen = try device.lockScreen
        for record in records { judge(record) }
        judge(shown: screen.text)
        try judge(hidden: records.compactMap { $0.outcome?.content })
        device.services.run = ServiceExtensionRun(
            disturbance: device.services.disturbance,
            step: device.monitor.disturbedStep,
            outcome: outcome,
            second: records.dropFirst().first?.outcome,
            screen: screen,
            operations: device.timeline.entries.filter(\.isOperation)
        )
    }

    /// Looks at what was delivered, for which the owner has to unlock.
    func lookUnlocked() throws {
        guard !ciphertexts.isEmpty else { return }
        try device.unlock()
        try DeviceMonitor.unseen {
            let center = device.notifications.center(of: device.container.application)
            for notification in try center.delivered() {
                if let content = notification.content { judge(shown: content.text) }
            }
        }
    }

    /// Apple allows it: "the system displays the original content".
    private static let leavesEnd = Remark(
        headline:
            "the service extension does nothing when its time is up: the phone shows what was "
            + "pushed",
        explanation:
            "Override `serviceExtensionTimeWillExpire` where there is something better to show."
    )

    // MARK: What should not be

    private func judge(_ record: ServiceRecord) {
        guard let outcome = record.outcome else { return }
        let answers = record.answers
        if let error = outcome.failure {
            return add(
                answers.isEmpty
                    ? "the service extension did not start: \(error.message)"
                    : "the answer cannot be shown, so what was pushed is shown as it was: "
                        + error.message,
                ""
            )
        }
        if answers.count > 1 {
            return add(
                "the handler was called \(answers.count) times, and is to be called once",
                "An operation that outlasts `timeWillExpire` goes on late: let whoever answers take the "
                    + "handler, under a lock, so that nobody else has it."
            )
        }
        // It was not called at all, and could do nothing.
        guard outcome.ending != .killedAtStart else { return judge(shown: outcome.text) }
        guard !answers.isEmpty, !outcome.notes.contains(.late) else {
            guard record.hasLeftEnd, device.services.disturbance == .timeIsUp else {
                return addSilence(of: record)
            }
            device.monitor.add(Self.leavesEnd)
            return judge(shown: outcome.text)
        }
        if outcome.ending == .expired, device.services.disturbance != .timeIsUp {
            add(
                "the handler was called only when the time was up, 30 s after the push",
                "Nothing took so long: a way out of `didReceive` does not answer, or waits for what does "
                    + "not come, such as an unlock."
            )
        }
        judge(shown: outcome.text)
    }

    private func addSilence(of record: ServiceRecord) {
        let ending = "so what was pushed is shown as it was"
        add(
            record.answers.isEmpty
                ? "the handler was never called, \(ending)"
                : "the handler was called only after the end, \(ending)",
            record.wasTold && !record.hasLeftEnd
                ? "Answer in `timeWillExpire` with the best there is: nothing comes after it."
                : "Answer on each way out, also where something cannot be read."
        )
    }

    private func judge(shown text: String) {
        // Also where it was cut.
        guard ciphertexts.contains(where: { text.contains($0.prefix(24)) }) else { return }
        add(
            "the ciphertext of the push is shown",
            "Show words of your own where it cannot be opened."
        )
    }

    /// What previews hide has no key while the device is locked; what says which notification it is, has one.
    private func judge(hidden contents: [NotificationContent]) throws {
        let application = device.container.application
        let center = device.notifications.center(of: application)
        // Before the first unlock there is a key for neither.
        guard try device.state != .beforeFirstUnlock else { return }
        let (previews, categories, covers) = try DeviceMonitor.unseen {
            (
                try center.settings().showsPreviews, try center.categories(),
                try center.delivered().map(\.cover)
            )
        }
        guard previews != .always else { return }
        for content in contents {
            let category = categories.first { $0.identifier == content.categoryIdentifier }
            // Shorter ones stand anywhere.
            for text in content.hidden(category?.options ?? []) where text.count >= 8 {
                let places = covers.lazy.compactMap { $0.place(of: text) }
                guard let place = places.first else { continue }
                add(
                    "'\(text)' is hidden, and can be read on the locked device: it is in the "
                        + "notification's \(place)",
                    "Previews hide titles and bodies alone: put nothing of them into the thread, the "
                        + "category or the identifier."
                )
            }
        }
    }

    private func add(_ headline: String, _ explanation: String) {
        let fault = FaultReport(
            headline: headline,
            explanation: explanation + (explanation.isEmpty ? "" : "\n")
        )
        device.monitor.add(fault)
    }
}

extension ServiceOutcome {
    fileprivate var text: String { content?.text ?? "" }

    fileprivate var failure: ProtectionError? {
        for case .failed(let error) in notes { return error }
        return nil
    }
}

extension NotificationContent {
    fileprivate var lines: [String] { [title, subtitle, body] }
    fileprivate var text: String { lines.joined(separator: "\n") }

    /// The lines that do not show while previews are hidden, by what its category lets show.
    fileprivate func hidden(_ options: NotificationCategory.Options) -> [String] {
        [
            options.contains(.hiddenPreviewsShowTitle) ? "" : title,
            options.contains(.hiddenPreviewsShowSubtitle) ? "" : subtitle, body,
        ]
    }
}

extension DeliveredNotification.Cover {
    /// Where in the names of a notification a text stands; nil for nowhere.
    fileprivate func place(of text: String) -> String? {
        [
            ("thread", threadIdentifier), ("category", categoryIdentifier),
            ("identifier", identifier),
        ].first { $0.1.contains(text) }?.0
    }
}

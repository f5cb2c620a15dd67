import DeviceIdentifiers
import Foundation
public import ProtectedNotifications
import ProtectionModel

/// What a run of a service extension came to, as a run at every step hands it to the verification.
public struct ServiceExtensionRun: Sendable {
    /// What happened.
    public let disturbance: ServiceDisturbance
    /// Before which of the extension's operations, from 1; 0 for before it was called, and for nothing.
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
        try judge(hidden: records.compactMap { $0.outcome?.content }, screen.text)
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

    // MARK: What should not be

    private func judge(_ record: ServiceRecord) {
        guard let outcome = record.outcome else { return }
        for note in outcome.notes {
            guard case .failed(let error) = note else { continue }
            return add("the service extension did not start: \(error.message)", "")
        }
        let answers = record.answers
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
            let ending = "so what was pushed is shown as it was"
            return add(
                answers.isEmpty
                    ? "the handler was never called, \(ending)"
                    : "the handler was called only after the end, \(ending)",
                record.wasTold
                    ? "Answer in `timeWillExpire` with the best there is: nothing comes after it."
                    : "Answer on each way out, also where something cannot be read."
            )
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

    private func judge(shown text: String) {
        // Also where it was cut.
        guard ciphertexts.contains(where: { text.contains($0.prefix(24)) }) else { return }
        add(
            "the ciphertext of the push is shown",
            "Show words of your own where it cannot be opened."
        )
    }

    /// What previews hide has no key while the device is locked.
    private func judge(hidden contents: [NotificationContent], _ shown: String) throws {
        let application = device.container.application
        let previews = try DeviceMonitor.unseen {
            try device.notifications.settings(of: application).settings.showsPreviews
        }
        guard previews != .always else { return }
        let texts = contents.flatMap(\.lines).filter {
            // Shorter ones stand anywhere.
            $0.count >= 8 && !shown.contains($0)
        }
        let files = try DeviceMonitor.unseen {
            try ReachablePlaintexts.notifications(of: device.simulation)
        }
        for text in texts {
            let json = try JSONEncoder().encode(text).dropFirst().dropLast()
            guard let file = files.first(where: { $0.content?.range(of: json) != nil }) else {
                continue
            }
            add(
                "'\(text)' is hidden, and can be read on the locked device in '\(file.path)'",
                "Previews hide titles and bodies alone: put nothing of them into the thread, the category or "
                    + "the identifier."
            )
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
}

extension NotificationContent {
    fileprivate var lines: [String] { [title, subtitle, body] }
    fileprivate var text: String { lines.joined(separator: "\n") }
}

import DeviceIdentifiers
import Documents
import KeyManagement
import ProtectionModel

/// What the user does with notifications, and when the app gets it.
extension AppScene {
    /// The user chose an action; it is the app's at once, after the unlock that it needs, or never.
    ///
    /// - Returns: what the app gets; nil when it hears nothing.
    /// - Throws: `ProtectionError` with `authentication-required` when the device has to be unlocked first;
    ///   the response then waits. `not-found`, `invalid-argument`; `protected-data-unavailable` before the
    ///   first unlock.
    func respond(
        to identifier: String,
        _ action: String,
        text: String?
    ) throws -> NotificationResponse? {
        try checkFirstUnlocked()
        let entry = try unanswered(identifier)
        let category = try folder.read(CategoriesDocument.self)[entry.cover.categoryIdentifier]
        let needs = try needs(action, text, category)
        let response = NotificationResponse(
            notification: identifier,
            action: action,
            text: text,
            date: now
        )
        let given = ResponsesDocument.Given(response: response, serial: entry.serial)
        let waits = needs.unlock && !status.isProtectedDataAvailable
        try updateResponses { document in
            // The last choice counts.
            document.waiting.removeAll { $0.given.isTo(entry) }
            if waits {
                document.waiting.append(ResponsesDocument.Waiting(given: given, run: status.run))
            } else if needs.app {
                document.given.append(given)
            }
        }
        guard !waits else { throw ProtectionError.waitingForUnlock(action) }
        guard needs.app else {
            _ = try inbox.remove([identifier])
            return nil
        }
        return response
    }

    /// Changes what is kept of responses; the notification of one that is kept no longer goes with it.
    private func updateResponses(_ change: (inout ResponsesDocument) -> Void) throws {
        let lost = try folder.update(ResponsesDocument.self) { document in
            change(&document)
            return document.keepLimit()
        }
        for given in lost {
            let identifier = given.response.notification
            let entry = try inbox.entry(Inbox.coverName(identifier))
            if let entry, given.isTo(entry) { _ = try inbox.remove([identifier]) }
        }
    }

    /// - Throws: `ProtectionError` with `not-found`, also for one that is on no screen any more.
    private func unanswered(_ identifier: String) throws -> Inbox.Entry {
        let entry = try inbox.entry(Inbox.coverName(identifier))
        let answered = try folder.read(ResponsesDocument.self).given
        guard let entry, !answered.contains(where: { $0.isTo(entry) }) else {
            throw ProtectionError(
                .notFound,
                "'\(folder.application)' has no notification '\(identifier)'"
            )
        }
        return entry
    }

    /// Whether an action needs an unlock, and whether the app hears of it.
    private func needs(
        _ action: String,
        _ text: String?,
        _ category: NotificationCategory?
    ) throws -> (unlock: Bool, app: Bool) {
        let known = category?.actions.first { $0.identifier == action }
        guard text == nil || known?.takesText == true else {
            throw ProtectionError(.invalidArgument, "the action '\(action)' takes no text")
        }
        guard text?.utf8.count ?? 0 <= ResponsesDocument.textByteLimit else {
            throw ProtectionError(
                .limitExceeded,
                "the text for '\(action)' has more than \(ResponsesDocument.textByteLimit) bytes"
            )
        }
        guard text.flatMap(CombiningMarks.excess) == nil else {
            throw ProtectionError(
                .invalidArgument,
                "the text for '\(action)' has \(CombiningMarks.complaint)"
            )
        }
        switch action {
        case NotificationResponse.defaultAction: return (true, true)
        case NotificationResponse.dismissAction:
            return (false, category?.options.contains(.customDismissAction) == true)
        default:
            guard let known else {
                throw ProtectionError(
                    .invalidArgument,
                    "the notification has no action '\(action)': those of its category are "
                        + (category?.actions.map { "'\($0.identifier)'" }.joined(separator: ", ")
                            ?? "none")
                )
            }
            return (known.needsUnlock, true)
        }
    }

    /// Whether a response has waited long enough, or in vain.
    func hasResponsesToPass() throws -> Bool {
        let waiting = try folder.read(ResponsesDocument.self).waiting
        return waiting.contains { $0.run != status.run }
            || !waiting.isEmpty && status.isProtectedDataAvailable
    }

    /// Gives the app what waited for this unlock; what waited for one before a restart is dropped, because
    /// whoever unlocks now need not be who chose it.
    func passResponses() throws {
        guard try folder.names().contains(ResponsesDocument.name), try hasResponsesToPass() else {
            return
        }
        try updateResponses { document in
            let ours = document.waiting.filter { $0.run == status.run }
            document.waiting = status.isProtectedDataAvailable ? [] : ours
            guard status.isProtectedDataAvailable else { return }
            document.given += ours.map(\.given)
        }
    }

    /// What the app gets, with what the notifications say unless they were replaced; they go with it.
    func takeResponses() throws -> [NotificationResponse] {
        let given = try folder.read(ResponsesDocument.self).given
        guard !given.isEmpty else { return [] }
        let answered = try inbox.delivered(now: now)
            .filter { entry, _ in given.contains { $0.isTo(entry) } }
        // First, so that a power loss gives the app nothing twice.
        try folder.update(ResponsesDocument.self) { $0.given = [] }
        _ = try inbox.remove(answered.map(\.entry.cover.identifier))
        return given.map { given in
            var response = given.response
            response.content = answered.first { given.isTo($0.entry) }?.notification.content
            return response
        }
    }
}

extension ProtectionError {
    fileprivate static func waitingForUnlock(_ action: String) -> ProtectionError {
        let isTap = action == NotificationResponse.defaultAction
        return ProtectionError(
            .authenticationRequired,
            "the device has to be unlocked before "
                + (isTap ? "the notification is opened" : "'\(action)' is carried out")
                + "; it waits for that"
        )
    }
}

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
            date: now,
            cover: entry.cover
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
            throw ProtectionError(.invalidArgument, "\(Self.name(of: action)) takes no text")
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
                let names = category?.actions.map { "'\($0.identifier)'" } ?? []
                throw ProtectionError(
                    .invalidArgument,
                    "the notification has no action '\(action)': "
                        + (names.isEmpty
                            ? "its category has none"
                            : "those of its category are \(names.joined(separator: ", "))")
                )
            }
            return (known.needsUnlock, true)
        }
    }

    private static func name(of action: String) -> String {
        switch action {
        case NotificationResponse.defaultAction: "a tap"
        case NotificationResponse.dismissAction: "dismissing"
        default: "the action '\(action)'"
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

    /// Hands the app what it gets, with what the notifications say unless they were replaced; they go with it.
    ///
    /// Until both are done the responses stay, which hide the notifications: whoever looks meanwhile, or after
    /// a power loss, does not see them again, and an app that was not handed them gets them the next time.
    func takeResponses(_ hand: ([NotificationResponse]) throws -> Void) throws {
        let given = try folder.read(ResponsesDocument.self).given
        guard !given.isEmpty else { return try hand([]) }
        let answered = try inbox.delivered(now: now)
            .filter { entry, _ in given.contains { $0.isTo(entry) } }
        try hand(
            given.map { given in
                var response = given.response
                if let (entry, notification) = answered.first(where: { given.isTo($0.entry) }) {
                    response.cover = entry.cover
                    response.content = notification.content
                }
                return response
            }
        )
        _ = try inbox.remove(answered.map(\.entry.cover.identifier))
        try folder.update(ResponsesDocument.self) { $0.given = [] }
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

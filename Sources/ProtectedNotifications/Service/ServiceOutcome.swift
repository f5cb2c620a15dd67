public import ProtectionModel

/// How a run of a service extension ended, and what is shown.
public struct ServiceOutcome: Sendable, Hashable {
    /// How a run ended.
    public enum Ending: String, Sendable, Hashable, CaseIterable {
        /// The answer is shown.
        case delivered
        /// The answer, which came only after the extension was told that its time is up, is shown.
        case expired
        /// What was pushed is shown as it was.
        case original
        /// Nothing is shown: the answer was empty, and the app may filter.
        case suppressed
        /// What was pushed is shown: the start took all the time, and the extension was not even told that its
        /// time was up.
        ///
        /// A phone logs that an extension "used its runtime in starting up" (Apple's developer forums, 807554).
        case killedAtStart = "killed-at-start"
    }

    /// Something about a run that its developer wants to know.
    public enum Note: Sendable, Hashable, CustomStringConvertible {
        /// An answer came after the end of a run without one.
        case late
        /// An answer came after another one.
        case twice
        /// The extension could not be started, failed, or answered what is not an answer.
        case failed(ProtectionError)

        /// A word, or the sentence of a failure.
        public var description: String {
            switch self {
            case .late: "late"
            case .twice: "twice"
            case .failed(let error): error.message
            }
        }
    }

    /// How it ended.
    public let ending: Ending
    /// Each kind once, in the order they came.
    public private(set) var notes: [Note] = []
    /// What is shown; nil for nothing.
    public let content: NotificationContent?
    /// The number on the app's icon, which counts also where nothing is shown; 0 takes it away, nil leaves it.
    public let badge: Int?

    mutating func add(_ note: Note) {
        if !notes.contains(note) { notes.append(note) }
    }

    private init(_ ending: Ending, _ content: NotificationContent?, badge: Int?) {
        self.ending = ending
        self.content = content
        self.badge = badge
    }

    /// Nobody answered.
    static func unanswered(
        _ request: NotificationRequest,
        _ ending: Ending = .original
    ) -> ServiceOutcome {
        ServiceOutcome(ending, request.content, badge: request.content.badge)
    }

    /// Nobody can answer.
    static func failed(_ request: NotificationRequest, _ error: ProtectionError) -> ServiceOutcome {
        var outcome = unanswered(request)
        outcome.add(.failed(error))
        return outcome
    }

    /// Somebody did; an empty answer suppresses for an app with the filtering entitlement alone, and its badge
    /// counts all the same.
    static func answered(
        _ answer: NotificationContent,
        to request: NotificationRequest,
        canFilter: Bool,
        _ ending: Ending
    ) -> ServiceOutcome {
        guard answer.isEmpty else {
            return ServiceOutcome(ending, answer, badge: answer.badge)
        }
        guard canFilter else { return unanswered(request) }
        return ServiceOutcome(.suppressed, nil, badge: answer.badge)
    }
}

extension ProtectionError {
    /// Why an extension gave no answer, in our words.
    package static func service(_ error: any Error) -> ProtectionError {
        if let error = error as? ProtectionError { return error }
        return ProtectionError(
            .inputOutput,
            error is CancellationError
                ? "the run of the service extension was cancelled"
                : "the service extension failed: \(error)",
            cause: error
        )
    }
}

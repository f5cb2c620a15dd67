import FoundationEssentials
import ProtectionModel

/// Who asked for tracking, and the advertising identifier: what the user's switch changes is written
/// at once.
struct TrackingDocument: StoredDocument {
    static let name = "tracking.json"

    var version = 1
    /// The global switch "Allow Apps to Request to Track".
    var areRequestsAllowed = true
    /// Nil until an application may read it.
    var advertisingIdentifier: UUID?
    var answers: [TrackingRecord] = []

    var isConsistent: Bool {
        answers.count <= ApplicationDocument.most
            && Set(answers.map(\.app)).count == answers.count
    }

    /// The request of this installation; nil when it has made none.
    func record(of application: ApplicationRecord) -> TrackingRecord? {
        answers.first {
            $0.app == application.app && $0.installation == application.installation
        }
    }

    func status(of application: ApplicationRecord, _ settings: IdentifierSettings) -> TrackingStatus
    {
        if settings.isTrackingRestricted { return .restricted }
        if settings.platform == .macOS { return .authorized }
        return record(of: application)?.answer?.status ?? .notDetermined
    }

    /// One prompt an installation, only while it is active, and none while requests are off.
    mutating func request(
        by application: ApplicationRecord,
        isActive: Bool,
        _ settings: IdentifierSettings
    ) throws(ProtectionError) -> TrackingRequest {
        guard application.readableUsage != nil else {
            throw ProtectionError(
                .invalidArgument,
                "'\(application.app)' asks for tracking without a usage text, for which iOS ends an "
                    + "application: install it with a tracking usage"
            )
        }
        let status = status(of: application, settings)
        guard status == .notDetermined else { return .settled(status) }
        if record(of: application) != nil { return .prompting }
        guard isActive else { return .settled(.notDetermined) }
        set(areRequestsAllowed ? nil : .denied, of: application)
        return areRequestsAllowed ? .prompting : .settled(.denied)
    }

    /// Answers the prompt, or changes the application's switch in Settings.
    mutating func answer(
        _ answer: TrackingAnswer,
        to application: ApplicationRecord,
        _ settings: IdentifierSettings
    ) throws(ProtectionError) {
        try checkSwitches(settings)
        guard record(of: application) != nil else {
            throw ProtectionError(
                .invalidArgument,
                "'\(application.app)' has not asked for tracking: there is nothing to answer until "
                    + "it does"
            )
        }
        guard answer == .denied || areRequestsAllowed else {
            throw ProtectionError(
                .permissionDenied,
                "'\(application.app)' cannot be authorized while requests are off: turn them on"
            )
        }
        set(answer, of: application)
    }

    /// Turns requests on or off; prompts that wait are answered with no when they go off.
    mutating func allowRequests(
        _ isAllowed: Bool,
        keepingAnswers: Bool,
        _ settings: IdentifierSettings
    ) throws(ProtectionError) {
        try checkSwitches(settings)
        // Off and on again gives a new one.
        if isAllowed, !areRequestsAllowed { advertisingIdentifier = nil }
        areRequestsAllowed = isAllowed
        for index in answers.indices where !isAllowed {
            if answers[index].answer == nil || !keepingAnswers { answers[index].answer = .denied }
        }
    }

    private func checkSwitches(_ settings: IdentifierSettings) throws(ProtectionError) {
        guard !settings.isTrackingRestricted else {
            throw ProtectionError(
                .permissionDenied,
                "tracking is restricted on this device (account '\(settings.account.rawValue)'"
                    + "\(settings.isTrackingForbidden ? ", and by a profile" : "")): lift the "
                    + "restriction first"
            )
        }
    }

    private mutating func set(_ answer: TrackingAnswer?, of application: ApplicationRecord) {
        // An earlier installation's record goes too.
        answers.removeAll { $0.app == application.app }
        answers.append(
            TrackingRecord(
                app: application.app,
                installation: application.installation,
                answer: answer
            )
        )
        answers.sort {
            $0.app.description.utf8.lexicographicallyPrecedes($1.app.description.utf8)
        }
    }
}

/// The request of an application, and the user's answer.
struct TrackingRecord: Sendable, Hashable, Codable {
    let app: BundleIdentifier
    /// The installation that asked: a later one may ask anew.
    let installation: UUID
    /// Nil while the prompt waits.
    var answer: TrackingAnswer?
}

public import ProtectionModel

/// Whether applications may track the user: who asked, what the user said, and the global switch.
public struct TrackingAuthorization: Sendable {
    let documents: IdentifierDocuments
    let applications: ApplicationRegistry
    let settings: SettingsStore

    /// The status of an application.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`.
    public func status(
        of application: BundleIdentifier
    ) throws(ProtectionError) -> TrackingStatus {
        let record = try applications.record(of: application)
        return try documents.read(TrackingDocument.self).status(of: record, try settings.read())
    }

    /// An application asks; the prompt is answered by ``answer(_:to:)``.
    ///
    /// One prompt an installation. An application that is not active gets no prompt and has used none
    /// up. While requests are off the answer is no, without a prompt, and it stays.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, and `invalid-argument` when the application
    ///   has no tracking usage, for which iOS would end it.
    public func request(
        by application: BundleIdentifier,
        isActive: Bool = true
    ) throws(ProtectionError) -> TrackingRequest {
        let record = try applications.record(of: application)
        let settings = try settings.read()
        return try documents.update(TrackingDocument.self) { (document) throws(ProtectionError) in
            try document.request(by: record, isActive: isActive, settings)
        }
    }

    /// The user answers the prompt, or later changes the application's switch in Settings.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `invalid-argument` when the application has
    ///   not asked, `permission-denied` while tracking is restricted, or to authorize while requests
    ///   are off.
    public func answer(
        _ answer: TrackingAnswer,
        to application: BundleIdentifier
    ) throws(ProtectionError) {
        let record = try applications.record(of: application)
        let settings = try settings.read()
        try documents.update(TrackingDocument.self) { (document) throws(ProtectionError) in
            try document.answer(answer, to: record, settings)
        }
    }

    /// Whether the global switch "Allow Apps to Request to Track" is on; it is at first.
    ///
    /// - Throws: ``ProtectionError``.
    public func areRequestsAllowed() throws(ProtectionError) -> Bool {
        try documents.read(TrackingDocument.self).areRequestsAllowed
    }

    /// Moves the global switch; off and on again gives a new advertising identifier.
    ///
    /// Going off, prompts that wait are answered with no, and applications that were authorized keep
    /// that, unless `keepingAnswers` is false: the question iOS asks the user then.
    ///
    /// - Throws: ``ProtectionError`` with `permission-denied` while tracking is restricted.
    public func allowRequests(
        _ isAllowed: Bool,
        keepingAnswers: Bool = true
    ) throws(ProtectionError) {
        let settings = try settings.read()
        try documents.update(TrackingDocument.self) { (document) throws(ProtectionError) in
            try document.allowRequests(isAllowed, keepingAnswers: keepingAnswers, settings)
        }
    }
}

/// What an application may read about tracking.
///
/// Raw values are Apple's (`ATTrackingManager.AuthorizationStatus`).
public enum TrackingStatus: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The user was not asked, or has not answered.
    case notDetermined = 0
    /// The user cannot be asked.
    case restricted = 1
    /// The user said no.
    case denied = 2
    /// The user said yes.
    case authorized = 3

    /// The word, such as `not-determined`.
    public var description: String {
        switch self {
        case .notDetermined: "not-determined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorized: "authorized"
        }
    }
}

/// The outcome of an application's request for tracking.
public enum TrackingRequest: Sendable, Hashable {
    /// The prompt is on the screen and waits for an answer; the status is still not determined.
    case prompting
    /// No prompt was shown; this is the status.
    case settled(TrackingStatus)

    /// The status after the request.
    public var status: TrackingStatus {
        switch self {
        case .prompting: .notDetermined
        case .settled(let status): status
        }
    }
}

/// The user's answer to an application that asks for tracking.
public enum TrackingAnswer: String, Sendable, Hashable, CaseIterable, Codable {
    /// Allow.
    case authorized
    /// Ask the application not to track.
    case denied

    /// The status it leads to.
    var status: TrackingStatus {
        switch self {
        case .authorized: .authorized
        case .denied: .denied
        }
    }
}

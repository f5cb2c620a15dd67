public import ProtectionModel
import Synchronization

/// What a user does in an app, and may go on with on another device (`NSUserActivity`).
///
/// ```swift
/// let activity = try service.activity("com.example.notes.editing")
/// activity.title = "Shopping"
/// try activity.setUserInfo(["note": .text("42")])
/// try activity.becomeCurrent()
/// ```
public final class UserActivity: Sendable {
    /// User info of more bytes is noted, since it takes time to arrive (M).
    package static let advisedByteCount = 3_072
    /// User info of more bytes is refused (M).
    package static let userInfoByteLimit = 16_384
    /// No title is longer, in bytes (M).
    package static let titleByteLimit = 1_024
    /// The type of a page that is read in a browser (`NSUserActivityTypeBrowsingWeb`).
    public static let browsingWeb = "NSUserActivityTypeBrowsingWeb"

    /// What is noticed of an activity, and hinders nothing.
    public enum Note: Sendable, Hashable {
        /// The user info has more than 3,072 bytes, namely so many.
        case largeUserInfo(Int)
        /// The type has less than three parts: another app may well have it, too.
        case shortType
        /// The user info lacks a key that is required.
        case missingKey(String)
        /// The delegate took longer than five seconds to save, so what it saved was not sent.
        case slowSave
    }

    private struct State {
        var content: ActivityContent
        var expirationDate: Timestamp?
        var isEligible = true
        var needsSave = false
        var isInvalid = false
        var slowSave = false
        weak var delegate: (any UserActivityDelegate)?
    }

    /// What kind of activity it is, such as `com.example.notes.editing`.
    public let activityType: String
    private let state: Mutex<State>
    private let owner: ActivityOwner?

    init(_ content: ActivityContent, owner: ActivityOwner?) {
        activityType = content.type
        state = Mutex(State(content: content))
        self.owner = owner
    }

    // MARK: Apple's members

    /// What to show for it; cut to 1,024 bytes when it is sent.
    public var title: String? {
        get { state.withLock { $0.content.title } }
        set { state.withLock { $0.content.title = newValue } }
    }

    /// What the app needs to go on.
    public var userInfo: [String: ActivityValue] { state.withLock { $0.content.userInfo } }

    /// Replaces the user info.
    ///
    /// - Throws: ``ProtectionError`` with `payload-too-large` for more than 16,384 bytes, `invalid-argument` for
    ///   what is nested deeper than 16 levels, or names a file of the host; then all is as it was.
    public func setUserInfo(_ userInfo: [String: ActivityValue]) throws(ProtectionError) {
        let count = try Self.check(userInfo)
        state.withLock {
            $0.content.userInfo = userInfo
            $0.content.userInfoByteCount = count
        }
    }

    /// Adds to the user info; a value takes the place of one under the same key.
    ///
    /// - Throws: ``ProtectionError`` as ``setUserInfo(_:)``.
    public func addUserInfoEntries(
        _ entries: [String: ActivityValue]
    ) throws(ProtectionError) {
        try setUserInfo(userInfo.merging(entries) { $1 })
    }

    /// Keys without which the app cannot go on; one that is missing is noted.
    public var requiredUserInfoKeys: Set<String> {
        get { state.withLock { $0.content.requiredKeys } }
        set { state.withLock { $0.content.requiredKeys = newValue } }
    }

    /// Whether the delegate is to save before it is sent.
    public var needsSave: Bool {
        get { state.withLock { $0.needsSave } }
        set { state.withLock { $0.needsSave = newValue } }
    }

    /// The page that serves where no app continues it.
    public var webpageURL: String? { state.withLock { $0.content.page?.description } }

    /// Sets the page, or takes it away.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` unless it is one of http or https.
    public func setWebpageURL(_ text: String?) throws(ProtectionError) {
        var page: WebPage?
        if let text { page = try WebPage(text) }
        state.withLock { $0.content.page = page }
        owner?.changed(self)
    }

    /// From when on it is not offered; nil leaves it to the parameters.
    public var expirationDate: Timestamp? {
        get { state.withLock { $0.expirationDate } }
        set {
            state.withLock { $0.expirationDate = newValue }
            owner?.changed(self)
        }
    }

    /// Whether whoever continues it may open streams.
    public var supportsContinuationStreams: Bool {
        get { state.withLock { $0.content.supportsStreams } }
        set {
            state.withLock { $0.content.supportsStreams = newValue }
            owner?.changed(self)
        }
    }

    /// Whether other devices may hear of it; a private one is never offered.
    public var isEligibleForHandoff: Bool {
        get { state.withLock { $0.isEligible } }
        set {
            state.withLock { $0.isEligible = newValue }
            owner?.changed(self)
        }
    }

    /// Hears what becomes of it; it is not kept alive.
    public var delegate: (any UserActivityDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Becomes what the user is doing on this device, in the place of any other activity.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` once it is invalid, or for one that another device has sent.
    public func becomeCurrent() throws(ProtectionError) {
        guard let owner, !isInvalid else {
            throw ProtectionError(
                .invalidArgument,
                "an activity that is invalid, or came from another device, cannot become current: make a new one"
            )
        }
        try owner.makeCurrent(self)
    }

    /// Is no longer what the user is doing.
    public func resignCurrent() { owner?.resign(self) }

    /// Ends it for good.
    public func invalidate() {
        state.withLock { $0.isInvalid = true }
        owner?.resign(self)
    }

    /// What there is to notice.
    public var notes: Set<Note> {
        state.withLock { state in
            var notes = state.content.notes
            if state.slowSave { notes.insert(.slowSave) }
            return notes
        }
    }

    // MARK: For the device

    var isInvalid: Bool { state.withLock { $0.isInvalid } }

    /// What is sent of it.
    package var content: ActivityContent { state.withLock { $0.content } }

    /// Has the delegate save if there is need, once; what comes too late is not sent.
    func saved(within limit: Duration, _ clock: any DeviceClock) -> ActivityContent {
        let (before, delegate) = state.withLock { state in
            defer { state.needsSave = false }
            return (state.content, state.needsSave ? state.delegate : nil)
        }
        guard let delegate else { return before }
        let isSlow = !LimitedCall.run(within: limit, clock) { delegate.userActivityWillSave(self) }
        state.withLock { $0.slowSave = isSlow }
        return isSlow ? before : content
    }

    private static func check(
        _ userInfo: [String: ActivityValue]
    ) throws(ProtectionError) -> Int {
        let count = try ActivityValueCoding.encode(.dictionary(userInfo)).count
        guard count <= userInfoByteLimit else {
            throw ProtectionError(
                .payloadTooLarge,
                "user info has at most \(userInfoByteLimit) bytes, and this would have \(count)"
            )
        }
        return count
    }
}

/// Hears what becomes of an activity (`NSUserActivityDelegate`).
public protocol UserActivityDelegate: AnyObject, Sendable {
    /// The activity is about to be sent: whoever has something to add does so now.
    func userActivityWillSave(_ activity: UserActivity)
    /// An app of another device goes on with it.
    func userActivityWasContinued(_ activity: UserActivity)
    /// Whoever goes on with it wants streams; they end when this returns.
    func userActivity(_ activity: UserActivity, didReceive streams: ActivityStreams)
}

extension UserActivityDelegate {
    /// Adds nothing.
    public func userActivityWillSave(_ activity: UserActivity) {}
    /// Does nothing.
    public func userActivityWasContinued(_ activity: UserActivity) {}
    /// Has nothing to say.
    public func userActivity(_ activity: UserActivity, didReceive streams: ActivityStreams) {}
}

/// Where an activity can become current: the device, for one app.
struct ActivityOwner: Sendable {
    let device: DeviceHandoff
    let application: HandoffApplication

    func makeCurrent(_ activity: UserActivity) throws(ProtectionError) {
        try device.makeCurrent(activity, of: application)
    }

    func resign(_ activity: UserActivity) { device.resign(activity) }

    func changed(_ activity: UserActivity) { device.changed(activity) }
}

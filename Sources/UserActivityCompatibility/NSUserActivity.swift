// Apple's class is Foundation's own.
@_exported public import Foundation
public import Handoff
public import ProtectionModel

/// The type of a page that is read in a browser.
public let NSUserActivityTypeBrowsingWeb = UserActivity.browsingWeb

/// Names an activity that an app has donated.
public typealias NSUserActivityPersistentIdentifier = String

/// What a user does in an app: a `UserActivity` of Handoff, as code for a phone names it.
///
/// It becomes current on the device of ``withCurrent(_:operation:)``. Apple's calls have no errors: what is wrong with it, for
/// which Apple's raises an exception or does nothing, is its ``failure``.
// All that changes stands behind the lock; what is in user info nobody changes.
open class NSUserActivity: NSObject, @unchecked Sendable {
    private struct Fields {
        var title: String?
        var userInfo: [AnyHashable: Any]?
        var requiredUserInfoKeys: Set<String>?
        var needsSave = false
        var webpageURL: URL?
        var referrerURL: URL?
        var expirationDate: Date?
        var keywords: Set<String> = []
        var supportsContinuationStreams = false
        var targetContentIdentifier: String?
        var isEligibleForHandoff = true
        var isEligibleForSearch = false
        var isEligibleForPublicIndexing = false
        var isEligibleForPrediction = false
        var persistentIdentifier: NSUserActivityPersistentIdentifier?
        var suggestedInvocationPhrase: String?
        weak var delegate: (any NSUserActivityDelegate)?
        var failure: ProtectionError?
    }

    /// What kind of activity it is, such as `com.example.notes.editing`.
    public let activityType: String
    /// As it came from another device.
    let continued: ContinuedActivity?
    private let lock = NSLock()
    private let relay = DelegateRelay()
    private var fields = Fields()
    private var activity: UserActivity?

    /// A new one.
    public init(activityType: String) {
        self.activityType = activityType
        continued = nil
        super.init()
        relay.activity = self
    }

    /// One that another device has sent, for the app's `application(_:continue:restorationHandler:)`.
    public init(_ continued: ContinuedActivity) {
        let arrived = continued.activity
        activityType = arrived.activityType
        self.continued = continued
        super.init()
        fields.title = arrived.title
        fields.userInfo = arrived.userInfo.mapValues(\.object)
        fields.requiredUserInfoKeys = arrived.requiredUserInfoKeys
        fields.webpageURL = arrived.webpageURL.flatMap { URL(string: $0) }
        fields.supportsContinuationStreams = arrived.supportsContinuationStreams
    }

    // Who lets go of an activity offers it no more.
    deinit { activity?.invalidate() }

    // MARK: What it is about

    /// What to show for it.
    open var title: String? {
        get { read(\.title) }
        set { write(\.title, newValue) }
    }

    /// What the app needs to go on: keys are text, values such as a property list has, sets, URLs and UUIDs.
    open var userInfo: [AnyHashable: Any]? {
        get { read(\.userInfo) }
        set { write(\.userInfo, newValue) }
    }

    /// Adds to the user info; a value takes the place of one under the same key.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        lock.withLock { fields.userInfo = (fields.userInfo ?? [:]).merging(otherDictionary) { $1 } }
        push()
    }

    /// Keys without which the app cannot go on.
    open var requiredUserInfoKeys: Set<String>? {
        get { read(\.requiredUserInfoKeys) }
        set { write(\.requiredUserInfoKeys, newValue) }
    }

    /// The page that serves where no app continues it: http or https.
    open var webpageURL: URL? {
        get { read(\.webpageURL) }
        set { write(\.webpageURL, newValue) }
    }

    /// From when on it is not offered.
    open var expirationDate: Date? {
        get { read(\.expirationDate) }
        set { write(\.expirationDate, newValue) }
    }

    /// Whether other devices may hear of it.
    open var isEligibleForHandoff: Bool {
        get { read(\.isEligibleForHandoff) }
        set { write(\.isEligibleForHandoff, newValue) }
    }

    /// Whether whoever continues it may open streams.
    open var supportsContinuationStreams: Bool {
        get { read(\.supportsContinuationStreams) }
        set { write(\.supportsContinuationStreams, newValue) }
    }

    // MARK: What nothing here looks at

    /// The page that the user came from.
    open var referrerURL: URL? {
        get { read(\.referrerURL) }
        set { write(\.referrerURL, newValue) }
    }

    /// What it is found by in a search.
    open var keywords: Set<String> {
        get { read(\.keywords) }
        set { write(\.keywords, newValue) }
    }

    /// Which scene of the app is meant.
    open var targetContentIdentifier: String? {
        get { read(\.targetContentIdentifier) }
        set { write(\.targetContentIdentifier, newValue) }
    }

    /// Whether a search of the device finds it.
    open var isEligibleForSearch: Bool {
        get { read(\.isEligibleForSearch) }
        set { write(\.isEligibleForSearch, newValue) }
    }

    /// Whether everybody's search finds its page.
    open var isEligibleForPublicIndexing: Bool {
        get { read(\.isEligibleForPublicIndexing) }
        set { write(\.isEligibleForPublicIndexing, newValue) }
    }

    /// Whether it is suggested.
    open var isEligibleForPrediction: Bool {
        get { read(\.isEligibleForPrediction) }
        set { write(\.isEligibleForPrediction, newValue) }
    }

    /// By which it is deleted.
    open var persistentIdentifier: NSUserActivityPersistentIdentifier? {
        get { read(\.persistentIdentifier) }
        set { write(\.persistentIdentifier, newValue) }
    }

    /// What a user may say for it.
    open var suggestedInvocationPhrase: String? {
        get { read(\.suggestedInvocationPhrase) }
        set { write(\.suggestedInvocationPhrase, newValue) }
    }

    /// Deletes what was donated, of which nothing is kept here.
    open class func deleteSavedUserActivities(
        withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier],
        completionHandler handler: @escaping () -> Void
    ) { handler() }

    /// Deletes all that was donated, of which nothing is kept here.
    open class func deleteAllSavedUserActivities(completionHandler handler: @escaping () -> Void) {
        handler()
    }

    // MARK: Its life

    /// Hears what becomes of it, on the thread that serves the other device.
    weak open var delegate: (any NSUserActivityDelegate)? {
        get { read(\.delegate) }
        set { lock.withLock { fields.delegate = newValue } }
    }

    /// Whether the delegate is to save before it is sent.
    open var needsSave: Bool {
        get { lock.withLock { activity }?.needsSave ?? read(\.needsSave) }
        set {
            write(\.needsSave, newValue)
            lock.withLock { activity }?.needsSave = newValue
        }
    }

    /// Becomes what the user is doing on the current device.
    open func becomeCurrent() {
        do throws(ProtectionError) {
            let activity = try bound()
            push()
            try activity.becomeCurrent()
        } catch { fail(error) }
    }

    /// Is no longer what the user is doing.
    open func resignCurrent() { lock.withLock { activity }?.resignCurrent() }

    /// Ends it for good.
    open func invalidate() {
        if let activity = lock.withLock({ activity }) {
            activity.invalidate()
        } else {
            fail(.endedActivity)
        }
    }

    /// Why it is not offered; nil while nothing is wrong, and nothing of Apple's.
    ///
    /// Its code is `invalid-argument` for what an activity cannot carry, `payload-too-large`, `handle-closed` for one that is
    /// invalid or came from another device, `not-found` without a device.
    public final var failure: ProtectionError? { read(\.failure) }

    // MARK: The device's activity

    private func read<Value>(_ path: KeyPath<Fields, Value>) -> Value {
        lock.withLock { fields[keyPath: path] }
    }

    private func write<Value>(_ path: WritableKeyPath<Fields, Value>, _ value: Value) {
        lock.withLock { fields[keyPath: path] = value }
        push()
    }

    private func fail(_ error: ProtectionError) { lock.withLock { fields.failure = error } }

    private func bound() throws(ProtectionError) -> UserActivity {
        guard continued == nil, read(\.failure)?.code != .handleClosed else { throw .endedActivity }
        if let activity = lock.withLock({ activity }) { return activity }
        let fresh = try Self.currentService().activity(activityType)
        fresh.delegate = relay
        fresh.needsSave = read(\.needsSave)
        lock.withLock { activity = fresh }
        return fresh
    }

    /// Tells the device what there is now.
    func push() {
        let (fields, activity) = lock.withLock { (self.fields, self.activity) }
        guard let activity else { return }
        var failure: ProtectionError?
        activity.title = fields.title
        activity.requiredUserInfoKeys = fields.requiredUserInfoKeys ?? []
        activity.expirationDate = fields.expirationDate.flatMap { Timestamp($0) }
        activity.supportsContinuationStreams = fields.supportsContinuationStreams
        do throws(ProtectionError) {
            try activity.setUserInfo(ActivityValue.userInfo(fields.userInfo ?? [:]))
            try activity.setWebpageURL(fields.webpageURL?.absoluteString)
        } catch { failure = error }
        activity.isEligibleForHandoff = fields.isEligibleForHandoff && failure == nil
        lock.withLock { self.fields.failure = failure }
    }
}

extension ProtectionError {
    fileprivate static let endedActivity = ProtectionError(
        .handleClosed,
        "an activity that is invalid, or came from another device, cannot become current: make a new one"
    )
}

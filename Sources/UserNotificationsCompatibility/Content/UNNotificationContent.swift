// As Apple's module does; code that imports it alone uses Foundation, too.
@_exported public import Foundation

/// What gives a notification more context, such as an intent.
///
/// Nothing here is one: a conformance of an app's own is accepted, and changes nothing.
public protocol UNNotificationContentProviding: NSObjectProtocol {}

/// How much a notification may disturb.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    case passive, active, timeSensitive, critical
}

/// What a notification says.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
    /// What both classes hold.
    struct Fields {
        var attachments: [UNNotificationAttachment] = []
        var badge: NSNumber?
        var body = ""
        var categoryIdentifier = ""
        var filterCriteria: String?
        var interruptionLevel = UNNotificationInterruptionLevel.active
        var launchImageName = ""
        var relevanceScore = 0.0
        var sound: UNNotificationSound?
        var subtitle = ""
        var summaryArgument = ""
        var summaryArgumentCount = 1
        var targetContentIdentifier: String?
        var threadIdentifier = ""
        var title = ""
        var userInfo: [AnyHashable: Any] = [:]
    }

    final var fields = Fields()

    /// Says nothing.
    public override init() { super.init() }

    init(_ fields: Fields) {
        self.fields = fields
        super.init()
    }

    /// Files that are shown along.
    open var attachments: [UNNotificationAttachment] { fields.attachments }
    /// The number on the app's icon; 0 takes it away, nil leaves it.
    open var badge: NSNumber? { fields.badge }
    /// The text.
    open var body: String { fields.body }
    /// The category, which has the actions.
    open var categoryIdentifier: String { fields.categoryIdentifier }
    /// What a Focus compares.
    open var filterCriteria: String? { fields.filterCriteria }
    /// How much it may disturb.
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
    /// The picture that the app starts with.
    open var launchImageName: String { fields.launchImageName }
    /// From 0 to 1: which of several comes first.
    open var relevanceScore: Double { fields.relevanceScore }
    /// What is heard; nil for nothing.
    open var sound: UNNotificationSound? { fields.sound }
    /// The second line.
    open var subtitle: String { fields.subtitle }
    /// What stands in the summary of a group.
    open var summaryArgument: String { fields.summaryArgument }
    /// For how many things it stands in the summary of a group.
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }
    /// Which scene of the app is meant.
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }
    /// Notifications of one thread are shown together.
    open var threadIdentifier: String { fields.threadIdentifier }
    /// The first line.
    open var title: String { fields.title }
    /// What the app keeps with it: of a push, the payload.
    open var userInfo: [AnyHashable: Any] { fields.userInfo }

    /// The content with the context of a provider; unchanged here, where no provider has any.
    open func updating(
        from provider: any UNNotificationContentProviding
    ) throws -> UNNotificationContent {
        UNNotificationContent(fields)
    }

    /// A copy that cannot be changed.
    open func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(fields) }

    /// A copy that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(fields) }

    /// Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationContent)?.fields == fields
    }

    /// The same for objects that are equal.
    open override var hash: Int { [fields.title, fields.subtitle, fields.body].hashValue }
}

/// What a notification says, to be changed.
open class UNMutableNotificationContent: UNNotificationContent {
    /// Files that are shown along.
    open override var attachments: [UNNotificationAttachment] {
        get { fields.attachments }
        set { fields.attachments = newValue }
    }
    /// The number on the app's icon; 0 takes it away, nil leaves it.
    open override var badge: NSNumber? {
        get { fields.badge }
        set { fields.badge = newValue }
    }
    /// The text.
    open override var body: String {
        get { fields.body }
        set { fields.body = newValue }
    }
    /// The category, which has the actions.
    open override var categoryIdentifier: String {
        get { fields.categoryIdentifier }
        set { fields.categoryIdentifier = newValue }
    }
    /// What a Focus compares.
    open override var filterCriteria: String? {
        get { fields.filterCriteria }
        set { fields.filterCriteria = newValue }
    }
    /// How much it may disturb.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { fields.interruptionLevel }
        set { fields.interruptionLevel = newValue }
    }
    /// The picture that the app starts with.
    open override var launchImageName: String {
        get { fields.launchImageName }
        set { fields.launchImageName = newValue }
    }
    /// From 0 to 1: which of several comes first.
    open override var relevanceScore: Double {
        get { fields.relevanceScore }
        set { fields.relevanceScore = newValue }
    }
    /// What is heard; nil for nothing.
    open override var sound: UNNotificationSound? {
        get { fields.sound }
        set { fields.sound = newValue }
    }
    /// The second line.
    open override var subtitle: String {
        get { fields.subtitle }
        set { fields.subtitle = newValue }
    }
    /// What stands in the summary of a group.
    open override var summaryArgument: String {
        get { fields.summaryArgument }
        set { fields.summaryArgument = newValue }
    }
    /// For how many things it stands in the summary of a group.
    open override var summaryArgumentCount: Int {
        get { fields.summaryArgumentCount }
        set { fields.summaryArgumentCount = newValue }
    }
    /// Which scene of the app is meant.
    open override var targetContentIdentifier: String? {
        get { fields.targetContentIdentifier }
        set { fields.targetContentIdentifier = newValue }
    }
    /// Notifications of one thread are shown together.
    open override var threadIdentifier: String {
        get { fields.threadIdentifier }
        set { fields.threadIdentifier = newValue }
    }
    /// The first line.
    open override var title: String {
        get { fields.title }
        set { fields.title = newValue }
    }
    /// What the app keeps with it: what a property list holds.
    open override var userInfo: [AnyHashable: Any] {
        get { fields.userInfo }
        set { fields.userInfo = newValue }
    }

    /// The content with the context of a provider; unchanged here, where no provider has any.
    open override func updating(
        from provider: any UNNotificationContentProviding
    ) throws -> UNNotificationContent {
        // Apple's answers with the receiver's class, and apps cast it back.
        UNMutableNotificationContent(fields)
    }
}

extension UNNotificationContent.Fields: Equatable {
    /// By value; what an app keeps is compared as Foundation's objects are.
    static func == (left: Self, right: Self) -> Bool {
        left.attachments == right.attachments && left.badge == right.badge
            && left.body == right.body && left.categoryIdentifier == right.categoryIdentifier
            && left.filterCriteria == right.filterCriteria
            && left.interruptionLevel == right.interruptionLevel
            && left.launchImageName == right.launchImageName
            && left.relevanceScore == right.relevanceScore && left.sound == right.sound
            && left.subtitle == right.subtitle && left.summaryArgument == right.summaryArgument
            && left.summaryArgumentCount == right.summaryArgumentCount
            && left.targetContentIdentifier == right.targetContentIdentifier
            && left.threadIdentifier == right.threadIdentifier && left.title == right.title
            && (left.userInfo as NSDictionary).isEqual(right.userInfo as NSDictionary)
    }
}

/// A kind of object of the platform that takes values out of the app's own hands: to other apps and
/// devices, onto the lock screen, into the system's search and saved state, into a cloud.
///
/// Sources: Apple's documentation of UIKit, User Notifications, Foundation, Core Spotlight and
/// CloudKit.
struct Outlet: Sendable, Hashable {
    /// Its type.
    let type: String
    /// Properties that take a value, whole or by entries: `content.userInfo["a"] = b`.
    var properties: Set<String> = []
    /// Methods that take it as their first argument.
    var methods: Set<String> = []
    /// Whether it takes values by entries of its own: `record["a"] = b`.
    var hasEntries = false
    /// The only instances that count, by how they are reached; empty for all.
    var instances: Set<String> = []
    /// What a function does that hands it a value.
    let deed: String
}

extension Outlet {
    /// All of them.
    static let all = [
        pasteboard, notification, activity, searchAttributes, restoration, keyValueStore, record,
    ]

    /// The pasteboard of all apps, and of all devices nearby.
    static let pasteboard = Outlet(
        type: "UIPasteboard",
        properties: [
            "string", "strings", "items", "url", "URL", "urls", "URLs", "itemProviders",
        ],
        methods: [
            "setItems", "addItems", "setValue", "setData", "setObjects", "setItemProviders",
            "setItems:options:", "addItems:", "setValue:forPasteboardType:",
            "setData:forPasteboardType:", "setObjects:", "setObjects:localOnly:expirationDate:",
            "setItemProviders:localOnly:expirationDate:",
        ],
        instances: ["general", "generalPasteboard"],
        deed: "copies it"
    )

    /// The content of a notification that the app makes.
    static let notification = Outlet(
        type: "UNMutableNotificationContent",
        properties: ["title", "subtitle", "body", "userInfo"],
        deed: "puts it into a notification"
    )

    /// What the user does, for Handoff, the search and Siri.
    static let activity = Outlet(
        type: "NSUserActivity",
        properties: ["title", "userInfo", "keywords", "webpageURL"],
        methods: ["addUserInfoEntries", "addUserInfoEntriesFromDictionary:"],
        deed: "puts it into an activity"
    )

    /// What the device's search shows of an item.
    static let searchAttributes = Outlet(
        type: "CSSearchableItemAttributeSet",
        properties: [
            "title", "displayName", "contentDescription", "textContent", "keywords", "subject",
            "phoneNumbers", "emailAddresses", "recipientNames", "authorNames",
        ],
        deed: "describes it to the search"
    )

    /// An archive; that of saved state is handed to `encodeRestorableState`.
    static let restoration = Outlet(
        type: "NSCoder",
        methods: ["encode", "encodeObject:forKey:"],
        deed: "saves it for restoration"
    )

    /// Settings in iCloud.
    static let keyValueStore = Outlet(
        type: "NSUbiquitousKeyValueStore",
        methods: [
            "set", "setValue", "setString:forKey:", "setObject:forKey:", "setData:forKey:",
            "setArray:forKey:", "setDictionary:forKey:", "setValue:forKey:",
        ],
        hasEntries: true,
        deed: "keeps it in iCloud's key-value store"
    )

    /// A record of CloudKit.
    static let record = Outlet(
        type: "CKRecord",
        properties: ["encryptedValues"],
        methods: [
            "setObject", "setValue", "setValuesForKeys", "setObject:forKey:", "setValue:forKey:",
            "setValuesForKeysWithDictionary:",
        ],
        hasEntries: true,
        deed: "puts it into a record"
    )
}

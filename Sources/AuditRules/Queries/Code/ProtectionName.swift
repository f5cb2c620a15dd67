package import AuditFacts
package import ProtectionModel

/// The names under which code sets or compares a protection class.
package enum ProtectionName {
    /// The class that the identifier or member `name` stands for where a class is due; `nil` for
    /// any other name.
    ///
    /// Names that mean a class only behind a type (`.complete`, `.none`) are in `members`.
    package static func protectionClass(_ name: String) -> ProtectionClass? { whole[name] }

    /// The class that the member `name` stands for behind one of `types`, or where such a value is
    /// expected.
    package static func member(_ name: String) -> ProtectionClass? { members[name] }

    /// The types whose members are classes.
    package static let types: Set<String> = [
        "FileProtectionType", "URLFileProtection", "NSFileProtectionType",
    ]

    /// Keys of attributes, resource values and store options that hold a class.
    package static let keys: Set<String> = [
        "protectionKey", "fileProtectionKey", "fileProtection", "NSFileProtectionKey",
        "NSURLFileProtectionKey", "NSPersistentStoreFileProtectionKey",
    ]

    /// Every name that a rule about classes must watch.
    package static let watched: Set<String> = keys.union(types).union(whole.keys)

    private static let members: [String: ProtectionClass] = [
        "complete": .complete, "completeUnlessOpen": .completeUnlessOpen,
        "completeUntilFirstUserAuthentication": .completeUntilFirstUserAuthentication,
        "completeWhenUserInactive": .completeWhenUserInactive, "none": .none,
    ]

    private static let whole: [String: ProtectionClass] = {
        let classes: [(ProtectionClass, String)] = [
            (.complete, "Complete"), (.completeUnlessOpen, "CompleteUnlessOpen"),
            (
                .completeUntilFirstUserAuthentication, "CompleteUntilFirstUserAuthentication"
            ),
            (.completeWhenUserInactive, "CompleteWhenUserInactive"), (.none, "None"),
        ]
        var names: [String: ProtectionClass] = [
            "completeFileProtection": .complete,
            "completeFileProtectionUnlessOpen": .completeUnlessOpen,
            "completeFileProtectionUntilFirstUserAuthentication":
                .completeUntilFirstUserAuthentication,
            "completeFileProtectionWhenUserInactive": .completeWhenUserInactive,
            "noFileProtection": .none,
            "SQLITE_OPEN_FILEPROTECTION_COMPLETE": .complete,
            "SQLITE_OPEN_FILEPROTECTION_COMPLETEUNLESSOPEN": .completeUnlessOpen,
            "SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION":
                .completeUntilFirstUserAuthentication,
            "SQLITE_OPEN_FILEPROTECTION_NONE": .none,
        ]
        for (protectionClass, name) in classes {
            names["NSFileProtection\(name)"] = protectionClass
            names["NSURLFileProtection\(name)"] = protectionClass
            names["NSDataWritingFileProtection\(name)"] = protectionClass
        }
        return names
    }()
}

/// A class that code names where one is set.
package struct SetClass: Sendable, Hashable {
    /// The class.
    package let protectionClass: ProtectionClass
    /// Where its name stands.
    package let place: SourcePlace
}

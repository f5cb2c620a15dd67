/// The listed APIs by name, and what tells them from others that are called the same.
///
/// Source: Apple, "NSPrivacyAccessedAPIType" (developer.apple.com/documentation/bundleresources/
/// app-privacy-configuration/nsprivacyaccessedapitypes/nsprivacyaccessedapitype), as of 2026-09.
package enum RequiredReasonSymbol {
    /// C functions with the number of their arguments: `struct stat()` and own functions have others.
    static let functions: [String: (arguments: Int, category: RequiredReasonCategory)] = [
        "stat": (2, .fileTimestamp), "fstat": (2, .fileTimestamp), "lstat": (2, .fileTimestamp),
        "fstatat": (4, .fileTimestamp), "getattrlist": (5, .fileTimestamp),
        "fgetattrlist": (5, .fileTimestamp), "getattrlistat": (6, .fileTimestamp),
        "getattrlistbulk": (5, .fileTimestamp), "mach_absolute_time": (0, .systemBootTime),
        "statfs": (2, .diskSpace), "fstatfs": (2, .diskSpace), "statvfs": (2, .diskSpace),
        "fstatvfs": (2, .diskSpace),
    ]

    /// Functions that the list has under disk space, too: either category covers them.
    static let alsoDiskSpace: Set<String> = ["getattrlist", "fgetattrlist", "getattrlistat"]

    /// Constants whose names nothing else has.
    static let constants: [String: RequiredReasonCategory] = [
        "creationDateKey": .fileTimestamp, "contentModificationDateKey": .fileTimestamp,
        "NSURLCreationDateKey": .fileTimestamp, "NSURLContentModificationDateKey": .fileTimestamp,
        "NSFileCreationDate": .fileTimestamp, "NSFileModificationDate": .fileTimestamp,
        "volumeAvailableCapacityKey": .diskSpace,
        "volumeAvailableCapacityForImportantUsageKey": .diskSpace,
        "volumeAvailableCapacityForOpportunisticUsageKey": .diskSpace,
        "volumeTotalCapacityKey": .diskSpace, "NSURLVolumeAvailableCapacityKey": .diskSpace,
        "NSURLVolumeAvailableCapacityForImportantUsageKey": .diskSpace,
        "NSURLVolumeAvailableCapacityForOpportunisticUsageKey": .diskSpace,
        "NSURLVolumeTotalCapacityKey": .diskSpace, "NSFileSystemFreeSize": .diskSpace,
        "NSFileSystemSize": .diskSpace,
    ]

    /// Members of `FileAttributeKey`: listed as a key only, for photos and many own types have a
    /// `creationDate`.
    static let fileAttributes: [String: RequiredReasonCategory] = [
        "creationDate": .fileTimestamp, "modificationDate": .fileTimestamp,
        "systemFreeSize": .diskSpace, "systemSize": .diskSpace,
    ]

    /// Members with the names of which one must be what they are read from.
    static let members: [String: (bases: Set<String>, category: RequiredReasonCategory)] = [
        "systemUptime": (["ProcessInfo", "NSProcessInfo", "processInfo"], .systemBootTime),
        "activeInputModes": (["UITextInputMode"], .activeKeyboards),
        "fileModificationDate": (["UIDocument"], .fileTimestamp),
    ]

    /// The types of user defaults.
    static let defaults: Set<String> = ["UserDefaults", "NSUserDefaults"]

    /// Names whose functions must be kept.
    package static let watched = Set(functions.keys).union(constants.keys)
        .union(fileAttributes.keys).union(members.keys).union(defaults)
}

// swift-tools-version: 6.2
import PackageDescription

// Uses the libraries as any other package does: by their products alone. It is a package of its own
// so that nobody else fetches what only examples need, such as GRDB.

// Warnings are errors wherever CI says so, as in the package above.
let strictness: [SwiftSetting] =
    Context.environment["PROTECTION_TOOLKIT_STRICT"] == nil
    ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + strictness

let package = Package(
    name: "protection-toolkit-examples",
    dependencies: [
        // The name is for a folder of any name. Audits read Swift sources with that trait only.
        .package(name: "protection-toolkit", path: "..", traits: ["SwiftSources"]),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
    ],
    targets: [
        .executableTarget(
            name: "LockedDiary",
            dependencies: [.product(name: "ProtectedStore", package: "protection-toolkit")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "LockedToken",
            dependencies: [
                .product(name: "DeviceIdentifiers", package: "protection-toolkit"),
                .product(name: "ProtectedKeychain", package: "protection-toolkit"),
                .product(name: "ProtectedStore", package: "protection-toolkit"),
                .product(name: "Security", package: "protection-toolkit"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "ChangedPush",
            dependencies: [
                .product(name: "UserNotifications", package: "protection-toolkit"),
                .product(name: "UserNotificationsCompatibility", package: "protection-toolkit"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SealedInbox",
            dependencies: [
                .product(name: "ProtectedNotifications", package: "protection-toolkit")
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "HandedDraft",
            dependencies: [
                .product(name: "Handoff", package: "protection-toolkit"),
                .product(name: "TrustedDevices", package: "protection-toolkit"),
                .product(name: "UserActivityCompatibility", package: "protection-toolkit"),
            ],
            // An app's own file finds the class with Foundation, as it does on a phone.
            swiftSettings: settings + [
                .unsafeFlags([
                    "-Xfrontend", "-import-module", "-Xfrontend", "UserActivityCompatibility",
                ])
            ]
        ),
        .executableTarget(
            name: "SharedNotes",
            dependencies: [.product(name: "CloudRecords", package: "protection-toolkit")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SavedState",
            dependencies: [
                .product(name: "ProtectedStore", package: "protection-toolkit"),
                .product(name: "StatePreservation", package: "protection-toolkit"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "AuditFolder",
            dependencies: [.product(name: "PolicyAudit", package: "protection-toolkit")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "VendorIdentifiers",
            dependencies: [
                .product(name: "ConfigurationProfiles", package: "protection-toolkit"),
                .product(name: "DeviceIdentifiers", package: "protection-toolkit"),
                .product(name: "ProtectedStore", package: "protection-toolkit"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "AllowedMovie",
            dependencies: [
                .product(name: "ConfigurationProfiles", package: "protection-toolkit"),
                .product(name: "ContentRestrictions", package: "protection-toolkit"),
                .product(name: "ProtectedStore", package: "protection-toolkit"),
            ],
            swiftSettings: settings
        ),
        // Runs the programs, with good input and bad; depends on them so that they are built.
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "AllowedMovie", "AuditFolder", "ChangedPush", "HandedDraft", "LockedDiary",
                "LockedToken", "SavedState", "SealedInbox", "SharedNotes", "VendorIdentifiers",
            ],
            swiftSettings: settings
        ),
        // Code that knows Foundation alone; the plugin puts a device before it.
        .target(
            name: "UnchangedCode",
            dependencies: [.product(name: "ProtectedFoundation", package: "protection-toolkit")],
            path: "Tests/UnchangedCode",
            swiftSettings: settings,
            plugins: [.plugin(name: "DeviceFoundation", package: "protection-toolkit")]
        ),
        // An app as Xcode makes one, which uses that code.
        .target(
            name: "UnchangedApp",
            dependencies: [
                "UnchangedCode",
                .product(name: "ProtectedFoundation", package: "protection-toolkit"),
            ],
            path: "Tests/UnchangedApp",
            swiftSettings: [.defaultIsolation(MainActor.self), .strictMemorySafety()] + strictness,
            plugins: [.plugin(name: "DeviceFoundation", package: "protection-toolkit")]
        ),
        .testTarget(
            name: "UnchangedCodeTests",
            dependencies: [
                "UnchangedApp", "UnchangedCode",
                .product(name: "ProtectedFoundation", package: "protection-toolkit"),
                .product(name: "ProtectionTesting", package: "protection-toolkit"),
            ],
            swiftSettings: settings
        ),
        // Small storage layers as apps have them, and one that synchronizes, with the bugs of the field
        // and mended.
        .testTarget(
            name: "StorageExampleTests",
            dependencies: [
                .product(name: "CloudKit", package: "protection-toolkit"),
                .product(name: "CloudKitCompatibility", package: "protection-toolkit"),
                .product(name: "CloudRecords", package: "protection-toolkit"),
                .product(name: "ProtectedFoundation", package: "protection-toolkit"),
                .product(name: "ProtectedSQLite", package: "protection-toolkit"),
                .product(name: "ProtectedStore", package: "protection-toolkit"),
                .product(name: "ProtectionTesting", package: "protection-toolkit"),
                .product(name: "StatePreservation", package: "protection-toolkit"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
    ]
)

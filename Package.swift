// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors wherever CI says so; a user's build never fails for a newer compiler's warning.
let strictness: [SwiftSetting] =
    Context.environment["PROTECTION_TOOLKIT_STRICT"] == nil
    ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + strictness

// Only `make docs` needs the plugin that renders the reference.
let documentation: [Package.Dependency] =
    Context.environment["PROTECTION_TOOLKIT_DOCS"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0")]

let shippedPolicies = ["baseline", "strict", "messaging", "health", "kids-and-media"]

let package = Package(
    name: "protection-toolkit",
    products: [
        .library(name: "ProtectedStore", targets: ["ProtectedStore"]),
        .library(name: "DeviceIdentifiers", targets: ["DeviceIdentifiers", "ProtectedStore"]),
        .library(name: "ContentRestrictions", targets: ["ContentRestrictions", "Preferences"]),
        .library(
            name: "ConfigurationProfiles",
            targets: [
                "ConfigurationProfiles", "ContentRestrictions", "Preferences", "ProtectedStore",
            ]
        ),
        .library(name: "PolicyAudit", targets: ["PolicyAudit"]),
        .library(
            name: "ProtectedFoundation",
            targets: ["ProtectedFoundation", "DeviceFoundationCalls"]
        ),
        .library(
            name: "ProtectionTesting",
            targets: [
                "ProtectionTesting", "ProtectedFoundation", "DeviceFoundationCalls",
                "CloudRecords", "Handoff", "TrustedDevices", "ProtectedNotifications", "ProtectedStore",
                "Preferences", "DeviceIdentifiers", "ProtectionModel",
            ]
        ),
        .library(name: "StatePreservation", targets: ["StatePreservation"]),
        .library(name: "ProtectedSQLite", targets: ["ProtectedSQLite"]),
        .library(name: "ProtectedKeychain", targets: ["ProtectedKeychain", "ProtectedStore"]),
        .library(
            name: "ProtectedNotifications",
            targets: ["ProtectedNotifications", "DeviceIdentifiers", "ProtectedStore"]
        ),
        .library(name: "TrustedDevices", targets: ["TrustedDevices", "ProtectedStore"]),
        .library(
            name: "Handoff",
            targets: ["Handoff", "TrustedDevices", "DeviceIdentifiers", "ProtectedStore"]
        ),
        .library(name: "CloudRecords", targets: ["CloudRecords"]),
        .plugin(name: "DeviceFoundation", targets: ["DeviceFoundation"]),
        .executable(name: "protectctl", targets: ["protectctl"]),
    ],
    traits: [
        .default(enabledTraits: ["CommandLineTool", "SwiftSources"]),
        .trait(
            name: "CommandLineTool",
            description: "Builds protectctl; without it only the libraries can be built."
        ),
        .trait(
            name: "SwiftSources",
            description: "Audits Swift sources; without it they are counted as not read."
        ),
        .trait(
            name: "TPM",
            description: "Keeps device keys in a TPM 2.0, by way of tpm2-tss; needs libtss2-dev."
        ),
        .trait(
            name: "PostgreSQL",
            description: "Keeps records in PostgreSQL, by way of libpq; needs libpq-dev."
        ),
    ],
    dependencies: [
        .package(
            url: "https://github.com/apple/swift-argument-parser",
            .upToNextMinor(from: "1.8.2")
        ),
        .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2")),
        .package(url: "https://github.com/apple/swift-system", .upToNextMinor(from: "1.8.1")),
        .package(url: "https://github.com/jpsim/Yams", .upToNextMinor(from: "6.2.2")),
        .package(url: "https://github.com/swiftlang/swift-syntax", .upToNextMinor(from: "603.0.1")),
    ] + documentation,
    targets: [
        // Floor 0: C.
        .systemLibrary(
            name: "COpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),
        .systemLibrary(
            name: "CSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .systemLibrary(
            name: "CExpat",
            pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]
        ),
        .systemLibrary(
            name: "CTSS",
            pkgConfig: "tss2-esys",
            providers: [.apt(["libtss2-dev"]), .brew(["tpm2-tss"])]
        ),
        .systemLibrary(
            name: "CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .target(name: "CSystemShims"),

        // Floor 1: words, states, the error.
        .target(name: "ProtectionModel", swiftSettings: settings),

        // Floor 2: primitives, the file-system seam, text.
        .target(
            name: "SodiumCrypto",
            dependencies: ["CSodium", "CSystemShims"],
            swiftSettings: settings
        ),
        .target(
            name: "SystemIO",
            dependencies: [
                "CSystemShims", "ProtectionModel",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "Documents",
            dependencies: [
                "CExpat", "ProtectionModel", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: settings
        ),

        // Floor 3: keys and the lock; signatures; facts; a disk in memory.
        .target(
            name: "KeyManagement",
            dependencies: ["SodiumCrypto", "SystemIO", "ProtectionModel"],
            swiftSettings: settings
        ),

        .target(
            name: "SessionWatching",
            dependencies: ["SystemIO", "ProtectionModel"],
            swiftSettings: settings
        ),

        .target(
            name: "SignedMessages",
            dependencies: ["COpenSSL", "ProtectionModel"],
            swiftSettings: settings
        ),

        .target(
            name: "Preferences",
            dependencies: ["ProtectionModel", "Documents"],
            swiftSettings: settings
        ),

        .target(
            name: "DeviceIdentifiers",
            dependencies: ["ProtectionModel"],
            swiftSettings: settings
        ),

        .target(
            name: "AuditFacts",
            dependencies: ["ProtectionModel", "Documents"],
            swiftSettings: settings
        ),

        .target(
            name: "SimulatedDisk",
            dependencies: [
                "SystemIO", .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings
        ),

        // Floor 4: the store; decisions about content; what is demanded of apps.
        .target(
            name: "AuditPolicy",
            dependencies: ["AuditFacts", "ProtectionModel", "Documents"],
            // Links to the one copy in Policies.
            resources: shippedPolicies.map { .embedInCode("Resources/\($0).yml") },
            swiftSettings: settings
        ),
        .target(
            name: "ProtectedStore",
            dependencies: [
                "KeyManagement", "DeviceIdentifiers", "SodiumCrypto", "SystemIO", "ProtectionModel",
            ],
            swiftSettings: settings
        ),

        // Empty without the trait.
        .target(
            name: "TrustedPlatform",
            dependencies: [
                .target(name: "CTSS", condition: .when(traits: ["TPM"])),
                "KeyManagement", "SodiumCrypto", "SystemIO", "ProtectionModel",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings
        ),

        .target(
            name: "ContentRestrictions",
            dependencies: ["Preferences", "SystemIO", "ProtectionModel", "Documents"],
            resources: [.embedInCode("Resources/ratings.json")],
            swiftSettings: settings
        ),

        .target(
            name: "CloudRecords",
            dependencies: ["KeyManagement", "SodiumCrypto", "ProtectionModel", "Documents"],
            swiftSettings: settings
        ),

        // Floor 5: the devices of one user; records on a server. Empty without the trait.
        .target(
            name: "PostgreSQLRecords",
            dependencies: [
                .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                "CloudRecords", "SodiumCrypto", "SystemIO", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "TrustedDevices",
            dependencies: [
                "ProtectedStore", "KeyManagement", "SodiumCrypto", "SystemIO", "ProtectionModel",
            ],
            swiftSettings: settings
        ),

        // Floor 6: keys over a socket; scenarios in memory.
        .target(
            name: "Handoff",
            dependencies: [
                "TrustedDevices", "ProtectedStore", "DeviceIdentifiers", "KeyManagement",
                "SignedMessages", "SodiumCrypto", "SystemIO", "ProtectionModel", "Documents",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "SimulatedNetwork",
            dependencies: ["TrustedDevices", "SimulatedDisk", "SystemIO", "ProtectionModel"],
            swiftSettings: settings
        ),
        .target(
            name: "KeyAgent",
            dependencies: [
                "SessionWatching", "KeyManagement", "SodiumCrypto", "SystemIO", "ProtectionModel",
                .product(
                    name: "Logging",
                    package: "swift-log",
                    condition: .when(traits: ["CommandLineTool"])
                ),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "ConfigurationProfiles",
            dependencies: [
                "ProtectedStore", "ContentRestrictions", "SignedMessages", "KeyManagement",
                "Preferences", "DeviceIdentifiers", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "DeviceSimulation",
            dependencies: [
                "Handoff", "TrustedDevices", "SimulatedNetwork", "CloudRecords",
                "ProtectedNotifications", "ProtectedKeychain", "ProtectedStore",
                "ContentRestrictions", "Preferences",
                "DeviceIdentifiers", "KeyManagement", "SodiumCrypto", "SimulatedDisk", "SystemIO",
                "ProtectionModel", "Documents",
            ],
            swiftSettings: settings
        ),

        .target(
            name: "ProtectedFoundation",
            dependencies: [
                "ProtectedStore", "Preferences", "DeviceIdentifiers", "SystemIO", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        // Copies declarations into other modules; nothing of this package is built for it.
        .plugin(name: "DeviceFoundation", capability: .buildTool()),
        .target(
            name: "StatePreservation",
            dependencies: ["ProtectedStore", "ProtectionModel"],
            swiftSettings: settings
        ),
        .target(
            name: "ProtectedKeychain",
            dependencies: [
                "ProtectedStore", "DeviceIdentifiers", "KeyManagement", "SodiumCrypto",
                "ProtectionModel",
            ],
            swiftSettings: settings
        ),

        .target(
            name: "ProtectedNotifications",
            dependencies: [
                "ProtectedStore", "Preferences", "DeviceIdentifiers", "KeyManagement",
                "SodiumCrypto",
                "SystemIO",
                "ProtectionModel", "Documents",
            ],
            swiftSettings: settings
        ),

        .target(
            name: "AuditRules",
            dependencies: [
                "AuditPolicy", "AuditFacts", "SodiumCrypto", "ProtectionModel", "Documents",
            ],
            swiftSettings: settings
        ),

        // Floor 7: facts from the world; SQLite.
        .target(
            name: "AuditCollection",
            dependencies: [
                "AuditPolicy", "AuditFacts", "CloudRecords", "ConfigurationProfiles",
                "ProtectedStore", "Preferences", "SodiumCrypto", "SystemIO", "ProtectionModel",
                "Documents",
                .product(
                    name: "SwiftSyntax",
                    package: "swift-syntax",
                    condition: .when(traits: ["SwiftSources"])
                ),
                .product(
                    name: "SwiftParser",
                    package: "swift-syntax",
                    condition: .when(traits: ["SwiftSources"])
                ),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "AuditReports",
            dependencies: [
                "AuditRules", "AuditPolicy", "AuditFacts", "ProtectionModel", "Documents",
            ],
            resources: [
                .embedInCode("Resources/report.css"), .embedInCode("Resources/report.js"),
            ],
            swiftSettings: settings
        ),

        // What the plugin's declarations call, for them alone.
        .target(
            name: "DeviceFoundationCalls",
            dependencies: ["ProtectedFoundation"],
            swiftSettings: settings
        ),

        // Links Swift Testing and XCTest, so nothing that is shipped may depend on it.
        .target(
            name: "ProtectionTesting",
            dependencies: [
                "ProtectedFoundation", "DeviceSimulation", "ProtectedKeychain", "Handoff",
                "TrustedDevices", "SimulatedNetwork", "CloudRecords",
                "ProtectedNotifications", "ProtectedStore", "Preferences", "DeviceIdentifiers",
                "KeyManagement", "SodiumCrypto", "SimulatedDisk", "SystemIO", "ProtectionModel",
                "Documents",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "ProtectedSQLite",
            dependencies: ["CSQLite", "ProtectedStore", "SodiumCrypto", "ProtectionModel"],
            swiftSettings: settings
        ),

        .target(
            name: "FilesystemMount",
            dependencies: [
                "ProtectedStore", "KeyManagement", "SystemIO", "ProtectionModel",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings
        ),

        // Floor 8: the audit's front; records on a device.
        .target(
            name: "RecordStorage",
            dependencies: [
                "CSQLite", "ProtectedSQLite", "ProtectedStore", "CloudRecords", "SodiumCrypto",
                "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "PolicyAudit",
            dependencies: [
                "AuditCollection", "AuditReports", "AuditRules", "AuditPolicy", "AuditFacts",
                "ProtectedStore", "SystemIO", "ProtectionModel", "Documents",
            ],
            swiftSettings: settings
        ),

        // Floor 9: the tool.
        .executableTarget(
            name: "protectctl",
            dependencies: [
                "PolicyAudit", "AuditCollection", "AuditReports", "AuditRules", "AuditPolicy",
                "AuditFacts", "KeyAgent", "ConfigurationProfiles", "DeviceSimulation",
                "FilesystemMount", "Handoff", "TrustedDevices", "ProtectedNotifications",
                "ProtectedKeychain", "ProtectedStore", "TrustedPlatform", "ContentRestrictions",
                "CloudRecords", "Preferences", "DeviceIdentifiers",
                "SessionWatching",
                "KeyManagement", "SodiumCrypto", "SystemIO", "ProtectionModel", "Documents",
                .product(
                    name: "ArgumentParser",
                    package: "swift-argument-parser",
                    condition: .when(traits: ["CommandLineTool"])
                ),
                .product(
                    name: "Logging",
                    package: "swift-log",
                    condition: .when(traits: ["CommandLineTool"])
                ),
            ],
            swiftSettings: settings
        ),

        // Beside the house: measurements and tests. The benchmarks time inner floors that no product
        // shows; they are no product and have no dependency, so users neither fetch nor build them.
        .executableTarget(
            name: "protection-benchmarks",
            dependencies: [
                "ProtectedSQLite", "CSQLite", "ProtectedNotifications", "ContentRestrictions",
                "Handoff", "TrustedDevices", "DeviceSimulation", "DeviceIdentifiers", "Preferences",
                "ProtectedStore", "KeyManagement", "SodiumCrypto", "SystemIO", "ProtectionModel",
            ],
            path: "Benchmarks",
            exclude: ["mounts", "run"],
            swiftSettings: settings
        ),
        .testTarget(name: "HouseTests", swiftSettings: settings),
        .testTarget(
            name: "SodiumCryptoTests",
            dependencies: ["SodiumCrypto"],
            resources: [.copy("Vectors")],
            swiftSettings: settings
        ),
        .testTarget(name: "SystemIOTests", dependencies: ["SystemIO"], swiftSettings: settings),
        .testTarget(
            name: "FilesystemMountTests",
            dependencies: [
                "FilesystemMount", "TestSupport", "DeviceSimulation", "ProtectedStore",
                "KeyManagement", "SystemIO", "ProtectionModel",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SimulatedNetworkTests",
            dependencies: [
                "SimulatedNetwork", "TrustedDevices", "DeviceSimulation", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SimulatedDiskTests",
            dependencies: [
                "SimulatedDisk", "SystemIO",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "TestSupport",
            dependencies: [
                "FilesystemMount", "DeviceSimulation", "TrustedDevices", "ProtectedStore",
                "KeyManagement", "SodiumCrypto", "SimulatedDisk", "SystemIO", "ProtectionModel",
            ],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "KeyManagementTests",
            dependencies: [
                "TestSupport", "DeviceSimulation", "ProtectedStore", "KeyManagement",
                "SodiumCrypto", "SimulatedDisk", "SystemIO", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TrustedPlatformTests",
            dependencies: [
                "TestSupport", "TrustedPlatform", "KeyManagement", "SodiumCrypto", "SimulatedDisk",
                "SystemIO", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ProtectedStoreTests",
            dependencies: [
                "TestSupport", "DeviceSimulation", "ProtectedStore", "KeyManagement",
                "SodiumCrypto", "SimulatedDisk", "SystemIO", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ProtectedSQLiteTests",
            dependencies: [
                "ProtectedSQLite", "CSQLite", "TestSupport", "DeviceSimulation", "ProtectedStore",
                "KeyManagement", "SodiumCrypto", "SimulatedDisk", "SystemIO", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ProtectedKeychainTests",
            dependencies: [
                "ProtectedKeychain", "TestSupport", "DeviceSimulation", "ProtectedStore",
                "DeviceIdentifiers", "KeyManagement", "SodiumCrypto", "SimulatedDisk", "SystemIO",
                "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ProtectedNotificationsTests",
            dependencies: [
                "ProtectedNotifications", "Preferences", "DeviceIdentifiers", "KeyManagement",
                "SodiumCrypto", "SystemIO", "ProtectionModel", "TestSupport", "DeviceSimulation",
                "ProtectedStore", "SimulatedDisk", "CloudRecords",
            ],
            resources: [.copy("Vectors")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TrustedDevicesTests",
            dependencies: [
                "TrustedDevices", "TestSupport", "DeviceSimulation", "ProtectedStore",
                "KeyManagement", "SodiumCrypto", "SimulatedDisk", "SystemIO", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HandoffTests",
            dependencies: [
                "Handoff", "TrustedDevices", "TestSupport", "DeviceSimulation", "ProtectedStore",
                "SimulatedNetwork", "SimulatedDisk", "SystemIO",
                "DeviceIdentifiers", "KeyManagement", "SodiumCrypto", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FormatTests",
            dependencies: [
                "DeviceSimulation", "ProtectedStore", "KeyManagement", "SodiumCrypto",
                "SimulatedDisk", "SystemIO",
                "ProtectionModel",
            ],
            exclude: ["Fixtures", "reader"],
            resources: [.copy("Vectors")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CrashTests",
            dependencies: [
                "TestSupport", "FilesystemMount", "DeviceSimulation", "ProtectedStore",
                "KeyManagement", "SodiumCrypto", "SimulatedDisk", "SystemIO", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SessionWatchingTests",
            dependencies: [
                "SessionWatching", "TestSupport", "SystemIO", "ProtectionModel",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "KeyAgentTests",
            dependencies: [
                "TestSupport", "DeviceSimulation", "KeyAgent", "SessionWatching", "KeyManagement",
                "ProtectedStore", "SodiumCrypto",
                "SimulatedDisk", "SystemIO", "ProtectionModel",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DeviceSimulationTests",
            dependencies: [
                "DeviceSimulation", "ProtectedStore", "KeyManagement", "SimulatedDisk", "SystemIO",
                "ProtectionModel", "Documents",
            ],
            swiftSettings: settings
        ),
        .target(name: "CMemoryScan", path: "Tests/CMemoryScan"),
        .executableTarget(
            name: "MemoryProbe",
            dependencies: [
                "DeviceSimulation", "KeyAgent", "Handoff", "TrustedDevices",
                "ProtectedNotifications", "ProtectedStore", "DeviceIdentifiers", "KeyManagement",
                "SodiumCrypto", "SystemIO", "ProtectionModel",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/MemoryProbe",
            swiftSettings: settings
        ),
        .testTarget(
            name: "MemoryTests",
            dependencies: [
                "MemoryProbe", "CMemoryScan", "TestSupport", "KeyManagement", "SodiumCrypto",
                "SystemIO", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PreferencesTests",
            dependencies: ["TestSupport", "Preferences", "ProtectionModel"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DeviceIdentifiersTests",
            dependencies: [
                "DeviceIdentifiers", "DeviceSimulation", "ProtectedStore", "ProtectionModel",
                "SodiumCrypto", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StatePreservationTests",
            dependencies: [
                "StatePreservation", "DeviceSimulation", "ProtectedStore", "KeyManagement",
                "ProtectionModel", "SimulatedDisk", "SystemIO", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ContentRestrictionsTests",
            dependencies: [
                "TestSupport", "ContentRestrictions", "Preferences", "SystemIO", "ProtectionModel",
            ],
            exclude: ["Fixtures"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ConfigurationProfilesTests",
            dependencies: [
                "TestSupport", "ConfigurationProfiles", "ProtectedNotifications", "ProtectedStore",
                "SignedMessages", "ContentRestrictions", "Preferences", "DeviceIdentifiers",
                "SystemIO", "ProtectionModel",
            ],
            exclude: ["Fixtures"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CloudRecordsTests",
            dependencies: [
                "TestSupport", "RecordStorage", "PostgreSQLRecords", "CloudRecords",
                "DeviceSimulation", "ProtectedStore", "KeyManagement", "SimulatedDisk", "SystemIO",
                "SodiumCrypto", "ProtectionModel", "Documents",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DocumentsTests",
            dependencies: ["Documents", "SimulatedDisk", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(name: "AuditFactsTests", dependencies: ["AuditFacts"], swiftSettings: settings),
        .testTarget(
            name: "AuditPolicyTests",
            dependencies: [
                "TestSupport", "AuditPolicy", "AuditFacts", "ProtectionModel", "Documents",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AuditRulesTests",
            dependencies: [
                "TestSupport", "AuditCollection", "AuditRules", "AuditPolicy", "AuditFacts",
                "SystemIO", "ProtectionModel", "Documents",
            ],
            exclude: ["Fixtures"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PolicyAuditTests",
            dependencies: ["PolicyAudit", "TestSupport", "DeviceSimulation", "ProtectedStore"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ProtectedFoundationTests",
            dependencies: [
                "ProtectedFoundation", "ProtectionTesting", "TestSupport", "DeviceSimulation",
                "ProtectedStore", "Preferences", "DeviceIdentifiers", "ProtectionModel",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ProtectionTestingTests",
            dependencies: [
                "ProtectionTesting", "ProtectedFoundation", "ProtectedKeychain",
                "ProtectedNotifications", "ProtectedStore", "Preferences", "DeviceIdentifiers",
                "Handoff", "TrustedDevices", "CloudRecords",
                "ProtectionModel", "Documents", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AuditCollectionTests",
            dependencies: [
                "TestSupport", "AuditCollection", "AuditRules", "AuditPolicy", "AuditFacts",
                "SimulatedDisk", "SystemIO", "ProtectionModel", "Documents",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AuditReportsTests",
            dependencies: [
                "TestSupport", "AuditReports", "AuditRules", "AuditPolicy", "AuditFacts",
                "ProtectionModel", "Documents",
            ],
            exclude: ["Golden"],
            swiftSettings: settings
        ),
        // Runs the tool as a user does; depends on it so that it is built.
        .testTarget(
            name: "ProtectctlTests",
            dependencies: ["protectctl", "TestSupport", "Documents", "SystemIO"],
            swiftSettings: settings
        ),
    ]
)

// Where Apple's modules are not, `import Security` finds the keychain of a device, and
// `import UserNotifications` its notifications, `import CloudKit` the cloud of a test; Foundation there has
// no activities.
#if os(Linux)
package.products += [
    .library(name: "Security", targets: ["Security"]),
    .library(
        name: "UserNotificationsCompatibility",
        targets: ["UserNotificationsCompatibility", "ProtectedNotifications", "ProtectionModel"]
    ),
    .library(name: "UserNotifications", targets: ["UserNotifications"]),
    .library(
        name: "CloudKitCompatibility",
        targets: ["CloudKitCompatibility", "CloudRecords", "ProtectionModel"]
    ),
    .library(name: "CloudKit", targets: ["CloudKit"]),
    .library(
        name: "UserActivityCompatibility",
        targets: ["UserActivityCompatibility", "Handoff", "ProtectionModel"]
    ),
]
package.targets += [
    .target(name: "Security", dependencies: ["ProtectedKeychain"], swiftSettings: settings),
    .target(
        name: "UserNotificationsCompatibility",
        dependencies: [
            "ProtectedNotifications", "DeviceIdentifiers", "Preferences", "ProtectionModel",
        ],
        swiftSettings: settings
    ),
    .target(
        name: "UserNotifications",
        dependencies: ["UserNotificationsCompatibility"],
        swiftSettings: settings
    ),
    .target(
        name: "CloudKitCompatibility",
        dependencies: ["CloudRecords", "ProtectionModel"],
        swiftSettings: settings
    ),
    .target(name: "CloudKit", dependencies: ["CloudKitCompatibility"], swiftSettings: settings),
    .testTarget(
        name: "CloudKitCompatibilityTests",
        dependencies: [
            "CloudKitCompatibility", "CloudKit", "CloudRecords", "ProtectionTesting",
            "ProtectionModel", "TestSupport",
        ],
        swiftSettings: settings
    ),
    .target(
        name: "UserActivityCompatibility",
        dependencies: ["Handoff", "ProtectionModel"],
        swiftSettings: settings
    ),
    .testTarget(
        name: "UserActivityCompatibilityTests",
        dependencies: [
            "UserActivityCompatibility", "Handoff", "TrustedDevices", "DeviceIdentifiers",
            "DeviceSimulation", "ProtectedStore", "ProtectionModel", "TestSupport",
        ],
        swiftSettings: settings
    ),
    .testTarget(
        name: "UserNotificationsCompatibilityTests",
        dependencies: [
            "UserNotificationsCompatibility", "UserNotifications", "ProtectedNotifications",
            "ProtectionTesting", "DeviceIdentifiers", "DeviceSimulation", "KeyManagement",
            "Preferences", "ProtectionModel", "TestSupport",
        ],
        swiftSettings: settings
    ),
]
#endif

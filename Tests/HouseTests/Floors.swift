/// The floors of the house: a target imports only lower ones, never its neighbours.
enum Floors {
    /// The package's own targets from the ground up.
    static let all: [Set<String>] = [
        ["CSodium", "CSQLite", "COpenSSL", "CExpat", "CTSS", "CPostgreSQL", "CSystemShims"],
        ["ProtectionModel"],
        ["SodiumCrypto", "SystemIO", "Documents"],
        [
            "KeyManagement", "SessionWatching", "SignedMessages", "Preferences",
            "DeviceIdentifiers", "AuditFacts", "SimulatedDisk",
        ],
        [
            "ProtectedStore", "TrustedPlatform", "ContentRestrictions", "AuditPolicy",
            "CloudRecords",
        ],
        ["TrustedDevices", "PostgreSQLRecords"],
        [
            "KeyAgent", "AuditRules", "ConfigurationProfiles", "StatePreservation",
            "ProtectedKeychain", "ProtectedNotifications", "Handoff", "SimulatedNetwork",
        ],
        [
            "AuditCollection", "AuditReports", "DeviceSimulation", "ProtectedFoundation",
            "ProtectedSQLite", "Security", "UserActivityCompatibility",
            "UserNotificationsCompatibility", "CloudKitCompatibility",
        ],
        [
            "PolicyAudit", "ProtectionTesting", "DeviceFoundationCalls", "FilesystemMount",
            "UserNotifications", "RecordStorage", "CloudKit",
        ],
        ["protectctl"],
    ]

    /// Targets that only tests use: they stand beside the house and may import all of it.
    static let scaffolding: Set<String> = [
        "TestSupport", "protection-benchmarks", "CMemoryScan", "MemoryProbe",
    ]

    /// The floor of a target, from 0; `nil` for a module that is not of this package.
    static func floor(of target: String) -> Int? {
        all.firstIndex { $0.contains(target) }
    }

    /// Modules that some targets alone may import.
    static let homes: [String: Set<String>] = [
        "CSodium": ["SodiumCrypto"],
        "CSQLite": ["ProtectedSQLite", "RecordStorage"],
        "COpenSSL": ["SignedMessages"],
        "CExpat": ["Documents"],
        "CTSS": ["TrustedPlatform"],
        "CPostgreSQL": ["PostgreSQLRecords"],
        "Glibc": ["SystemIO"], "Musl": ["SystemIO"], "Darwin": ["SystemIO"],
        "ArgumentParser": ["protectctl"],
        "Yams": ["Documents"],
        "Logging": ["KeyAgent", "protectctl"],
        "SwiftSyntax": ["AuditCollection"], "SwiftParser": ["AuditCollection"],
        "SwiftOperators": ["AuditCollection"],
        "Testing": ["ProtectionTesting"], "XCTest": ["ProtectionTesting"],
        // A tool that is shipped must not link Testing.
        "ProtectionTesting": [],
    ]

    /// Targets that need all of Foundation, each with the reason; the others import
    /// `FoundationEssentials`, which starts faster and links less.
    static let allOfFoundation: [String: String] = [
        "CloudKitCompatibility": "its classes are Foundation's objects",
        "CloudRecords": "folds case and accents of texts that are searched",
        "ProtectedFoundation": "its API is Foundation's own",
        "ProtectionTesting": "its users' code is written against Foundation",
        "ContentRestrictions": "compares labels in Unicode's compatibility form",
        "Preferences": "reads Foundation's UserDefaults",
        "ProtectedKeychain": "its dictionaries are Foundation's",
        "ProtectedNotifications": "asks the calendar of a time zone",
        "UserActivityCompatibility": "its class is Foundation's",
        "UserNotificationsCompatibility": "its classes are Foundation's objects",
    ]

    /// Targets that may hold pointers: those built on C, of which SQLite's interface is tables of
    /// C functions, and the disk in memory, which copies bytes as pread and pwrite do.
    static let unsafe: Set<String> = [
        "SodiumCrypto", "SignedMessages", "SystemIO", "TrustedPlatform", "ProtectedSQLite",
        "RecordStorage", "PostgreSQLRecords", "SimulatedDisk",
    ]

    /// Files that may, too, where the rest of their target is to do without.
    static let unsafeFiles: Set<String> = [
        "Sources/Documents/XML/ExpatParser.swift",
        // The platform's calls take pointers, and code that calls them passes some.
        "Sources/ProtectedKeychain/Interface/SecAccessControl.swift",
        "Sources/ProtectedKeychain/Interface/SecBase.swift",
        "Sources/ProtectedKeychain/Interface/SecItem.swift",
        "Sources/ProtectedKeychain/Interface/SecRandom.swift",
        // The lexer of SwiftParser takes nothing else.
        "Sources/AuditCollection/Swift/SwiftDepth.swift",
        // Foundation's own signatures and the C library's.
        "Sources/ProtectedFoundation/Calls/FileManagerCalls.swift",
        "Sources/ProtectedFoundation/Calls/FoundationCalls+POSIX.swift",
        "Sources/ProtectedFoundation/Calls/ProtectedStreams.swift",
        "Sources/UserActivityCompatibility/ContinuationStreams.swift",
    ]

    /// Modules that only these files import.
    static let fileHomes: [String: Set<String>] = [
        "CExpat": ["Sources/Documents/XML/ExpatParser.swift"]
    ]
}

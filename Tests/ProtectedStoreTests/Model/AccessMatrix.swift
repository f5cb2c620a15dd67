import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import TestSupport

/// The operation matrix of the platform, written by hand, against which the store is held.
///
/// Columns are the situations in the order of their declaration: before the first unlock, unlocked,
/// grace, locked, no passcode, locked until when-user-inactive ran out. `+` is done, `X` refused as
/// protected data unavailable, `C` refused because the handle died at the restart.
enum AccessMatrix {
    /// What is tried on a file of a class that was made while unlocked.
    enum Operation: String, Sendable, CaseIterable {
        case create, saveNew
        case openForReading, openForWriting, openCreatingExisting, readWhole, overwrite
        case appendByPath, truncateByPath, copy
        case readHandle, writeHandle, appendHandle, truncateHandle
        case synchronizeHandle
        case saveOver
        case remove, rename, status, list, setMode, setModified, getClass
    }

    private static let creating: [ProtectionClass: String] = [
        .complete: "X++X+X",
        .completeUnlessOpen: "++++++",
        .completeUntilFirstUserAuthentication: "X+++++",
        .none: "++++++",
        .completeWhenUserInactive: "X++++X",
    ]
    private static let opening: [ProtectionClass: String] = [
        .complete: "X++X+X",
        .completeUnlessOpen: "X++X+X",
        .completeUntilFirstUserAuthentication: "X+++++",
        .none: "++++++",
        .completeWhenUserInactive: "X++++X",
    ]
    private static let usingHandle: [ProtectionClass: String] = [
        .complete: "C++X+X",
        .completeUnlessOpen: "C+++++",
        .completeUntilFirstUserAuthentication: "C+++++",
        .none: "C+++++",
        .completeWhenUserInactive: "C++++X",
    ]

    /// What is promised.
    static func expected(
        _ operation: Operation,
        _ protection: ProtectionClass,
        in situation: Situation
    ) -> ErrorCode? {
        let row: String
        switch operation {
        case .create, .saveNew, .saveOver: row = creating[protection] ?? ""
        case .openForReading, .openForWriting, .openCreatingExisting, .readWhole, .overwrite,
            .appendByPath, .truncateByPath, .copy:
            row = opening[protection] ?? ""
        case .readHandle, .writeHandle, .appendHandle, .truncateHandle:
            row = usingHandle[protection] ?? ""
        case .synchronizeHandle: row = "C+++++"
        case .remove, .rename, .status, .list, .setMode, .setModified, .getClass: row = "++++++"
        }
        return code(row, situation)
    }

    /// Class changes of files: from, to, and the columns above; staying is always possible.
    private static let changes: [ProtectionClass: [ProtectionClass: String]] = [
        .complete: [
            .complete: "++++++", .completeUnlessOpen: "X++X+X",
            .completeUntilFirstUserAuthentication: "X++X+X", .none: "X++X+X",
            .completeWhenUserInactive: "X++X+X",
        ],
        .completeUnlessOpen: [
            .complete: "X++X+X", .completeUnlessOpen: "++++++",
            .completeUntilFirstUserAuthentication: "X++X+X", .none: "X++X+X",
            .completeWhenUserInactive: "X++X+X",
        ],
        .completeUntilFirstUserAuthentication: [
            .complete: "X++X+X", .completeUnlessOpen: "X+++++",
            .completeUntilFirstUserAuthentication: "++++++", .none: "X+++++",
            .completeWhenUserInactive: "X++++X",
        ],
        .none: [
            .complete: "X++X+X", .completeUnlessOpen: "++++++",
            .completeUntilFirstUserAuthentication: "X+++++", .none: "++++++",
            .completeWhenUserInactive: "X++++X",
        ],
        .completeWhenUserInactive: [
            .complete: "X++X+X", .completeUnlessOpen: "X++++X",
            .completeUntilFirstUserAuthentication: "X++++X", .none: "X++++X",
            .completeWhenUserInactive: "++++++",
        ],
    ]

    /// What is promised for a change of class, with or without an open handle.
    static func expectedChange(
        from old: ProtectionClass,
        to new: ProtectionClass,
        in situation: Situation
    ) -> ErrorCode? {
        code(changes[old]?[new] ?? "", situation)
    }

    private static func code(_ row: String, _ situation: Situation) -> ErrorCode? {
        let column = Situation.allCases.firstIndex(of: situation) ?? 0
        switch Array(row)[column] {
        case "X": return .protectedDataUnavailable
        case "C": return .handleClosed
        default: return nil
        }
    }
}

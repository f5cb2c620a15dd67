import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO
import Testing

/// A device, what was acknowledged on it long ago, and calls during which the power may go.
struct CrashScenario: Sendable, CustomTestStringConvertible {
    var name: String
    var passcode: String? = "2580"
    var maximumFailedAttempts: UInt32?
    var startsUnlocked = true
    /// Whether guesses are made, so that one that was not finished may count.
    var guesses = false
    /// Whether a step is seen whole or not at all; else each of its files is.
    var isAtomic = true
    /// Whether a lost sync can be noticed at all.
    var hasControl = true
    /// Files and folders that a power loss may leave torn, as their making says; a folder first.
    var mayTear: [String] = []
    /// The first of the steps after which that is over.
    var tearsUntil = Int.max
    var logPolicy = LogPolicy()
    /// What is done without durability is finished later.
    var settling: SettlingPolicy?
    var before: @Sendable (CrashSession) throws -> Void = { _ in }
    let steps: [CrashStep]

    var testDescription: String { name }

    /// What lies on every device before its steps: files, folders, a log that nobody anchored.
    static func prelude(_ session: CrashSession) throws {
        let files = session.files
        try files.makeDirectory(path("/dir"), as: .complete)
        try files.makeDirectory(path("/other"))
        try files.makeDirectory(path("/dir/empty"))
        try files.write(DiskScan.text(1, 700), to: path("/kept"))
        try files.write(DiskScan.text(2, 40), to: path("/dir/kept"))
        try files.write(DiskScan.text(3, 90), to: path("/dir/none"), as: ProtectionClass.none)
        try files.write([], to: path("/other/empty"))
        try files.write(DiskScan.text(4, 100), to: path("/other/" + Self.longName))
        try files.write(DiskScan.text(5, 600), to: path("/logged"))
        let handle = try files.open(path("/logged"))
        try handle.write(DiskScan.text(6, 30), at: 580)
        try handle.write(DiskScan.text(7, 700), at: 10)
        try handle.synchronize()
        session.handle = handle
    }

    static let longName = String(repeating: "a long name ", count: 20)
    static let otherLongName = String(repeating: "another name ", count: 19)
}

import ProtectedStore
import ProtectionModel
import TestSupport

/// What is done without durability, and finished in batches: with a sync for each file, and with
/// one for the volume.
extension CrashScenario {
    static let settling: [CrashScenario] = settled([
        writing, creating, creatingForGood, creatingUnsynced, removing, replacing,
        replacingBySave, makingFolders, folding, anchoringLarge, meeting,
    ])

    /// Each of them under both ways to sync a batch.
    static func settled(_ scenarios: [CrashScenario]) -> [CrashScenario] {
        [(SettlingPolicy.each, "a sync for each"), (.volume, "one sync for all")].flatMap { way in
            scenarios.map { scenario in
                var scenario = scenario
                scenario.name += ", " + way.1
                scenario.settling = way.0
                return scenario
            }
        }
    }

    private static let writing = CrashScenario(
        name: "write, close and settle",
        before: { $0.handle = nil },
        steps: [
            .silent { $0.handle = try $0.files.open(path("/logged")) },
            .volatile { try $0.open().write(DiskScan.text(70, 300), at: 100) },
            .silent { try $0.open().close(durability: .none) },
            .silent { $0.handle = try $0.files.open(path("/logged")) },
            .volatile { try $0.open().append(DiskScan.text(71, 300)) },
            .silent { try $0.open().close(durability: .none) },
            .sync { try $0.files.settle() },
            .silent { $0.handle = try $0.files.open(path("/logged")) },
            .volatile { try $0.open().append(DiskScan.text(72, 90)) },
            .silent { try $0.open().close(durability: .none) },
            .sync { try $0.files.synchronizeAll() },
        ]
    )

    private static let creating = CrashScenario(
        name: "create, write, close and settle",
        hasControl: false,
        mayTear: ["/new"],
        steps: [
            .volatile { $0.handle = try $0.files.create("/new") },
            .volatile { try $0.open().write(DiskScan.text(73, 900), at: 0) },
            .silent { try $0.open().close(durability: .none) },
            .silent { try $0.files.settle() },
        ]
    )

    private static let creatingForGood = CrashScenario(
        name: "create, write, sync the file and its folder",
        mayTear: ["/new"],
        tearsUntil: 3,
        steps: [
            .volatile { $0.handle = try $0.files.create("/new") },
            .volatile { try $0.open().write(DiskScan.text(74, 900), at: 0) },
            .silent { try $0.open().synchronize() },
            .sync { try $0.files.synchronizeFolder(.root) },
            .volatile { try $0.open().append(DiskScan.text(75, 90)) },
            .silent { try $0.open().close(durability: .none) },
            .sync { try $0.files.settle() },
        ]
    )

    private static let creatingUnsynced = CrashScenario(
        name: "create, and sync the folder alone",
        mayTear: ["/new"],
        tearsUntil: 1,
        steps: [
            .volatile { $0.handle = try $0.files.create("/new") },
            .sync { try $0.files.synchronizeFolder(.root) },
            .silent { try $0.open().close(durability: .none) },
        ]
    )

    private static let removing = CrashScenario(
        name: "remove without waiting, and settle",
        steps: [
            .volatile { try $0.files.remove(path("/dir/kept"), durability: .none) },
            .volatile { try $0.files.remove(path("/logged"), durability: .none) },
            .sync { try $0.files.settle() },
            .volatile { try $0.files.remove(path("/dir/none"), durability: .none) },
            .volatile { try $0.files.removeDirectory(path("/dir/empty"), durability: .none) },
            .sync { try $0.files.synchronizeFolder(path("/dir")) },
            .volatile { try $0.files.removeDirectory(path("/dir"), durability: .none) },
            .sync { try $0.files.settle() },
            .volatile { try $0.files.remove(path("/other/" + longName), durability: .none) },
            .sync { try $0.files.synchronizeAll() },
        ]
    )

    private static let replacing = CrashScenario(
        name: "replace as editors do",
        mayTear: ["/temporary"],
        tearsUntil: 4,
        steps: [
            .volatile { $0.handle = try $0.files.create("/temporary") },
            .volatile { try $0.open().write(DiskScan.text(76, 900), at: 0) },
            .silent { try $0.open().close(durability: .none) },
            .volatile {
                try $0.files.rename(path("/temporary"), to: path("/kept"), durability: .none)
            },
            .sync { try $0.files.settle() },
            .volatile {
                try $0.files.rename(path("/kept"), to: path("/other/empty"), durability: .none)
            },
            .sync { try $0.files.synchronizeFolder(path("/other")) },
            .silent { try $0.files.settle() },
        ]
    )

    private static let replacingBySave = CrashScenario(
        name: "save over files without waiting, and settle",
        // Names of two folders, for which nothing waits, come in any order.
        isAtomic: false,
        steps: [
            .volatile {
                try $0.files.write(DiskScan.text(77, 900), to: path("/kept"), durability: .none)
            },
            .volatile {
                try $0.files.write(DiskScan.text(78, 90), to: path("/dir/kept"), durability: .none)
            },
            .sync { try $0.files.settle() },
        ]
    )

    private static let makingFolders = CrashScenario(
        name: "make a folder without waiting, and a file in it that is synced",
        isAtomic: false,
        mayTear: ["/new", "/new/file"],
        tearsUntil: 4,
        steps: [
            .volatile { try $0.files.make("/new") },
            .volatile { $0.handle = try $0.files.create("/new/file") },
            .volatile { try $0.open().write(DiskScan.text(79, 900), at: 0) },
            .silent { try $0.open().synchronize() },
            .sync {
                try $0.files.synchronizeFolder(path("/new"))
                try $0.files.synchronizeFolder(.root)
            },
            .silent { try $0.open().close(durability: .none) },
            .silent { try $0.files.settle() },
        ]
    )

    private static let folding = CrashScenario(
        name: "write over a file again and again, and settle",
        before: { $0.handle = nil },
        steps: [
            .silent { $0.handle = try $0.files.open(path("/kept")) },
            .volatile { session in
                for _ in 0..<3 { try session.open().write(DiskScan.text(80, 40_000), at: 0) }
            },
            .silent { try $0.open().close(durability: .none) },
            .sync { try $0.files.settle() },
        ]
    )

    private static let anchoringLarge = CrashScenario(
        name: "write into a large file, and settle",
        logPolicy: .eager,
        before: { try $0.files.write(DiskScan.text(81, 1_100_000), to: path("/big")) },
        steps: [
            .silent { $0.handle = try $0.files.open(path("/big")) },
            .volatile { try $0.open().write(DiskScan.text(82, 400), at: 1_000) },
            .volatile { try $0.open().write(DiskScan.text(83, 400), at: 900) },
            .silent { try $0.open().close(durability: .none) },
            .sync { try $0.files.settle() },
        ]
    )

    private static let meeting = CrashScenario(
        name: "change the class of a file that is not settled",
        before: { $0.handle = nil },
        steps: [
            .silent { $0.handle = try $0.files.open(path("/logged")) },
            .volatile { try $0.open().write(DiskScan.text(84, 300), at: 100) },
            .sync { try $0.open().synchronize() },
            .silent { try $0.open().close(durability: .none) },
            .durable { try $0.files.setProtection(.complete, of: path("/logged")) },
            .silent { try $0.files.settle() },
            .durable { try $0.files.setProtection(.none, of: path("/logged"), rekeying: true) },
        ]
    )
}

extension SettlingPolicy {
    fileprivate static var each: SettlingPolicy {
        var policy = SettlingPolicy()
        policy.singleSyncLimit = 100
        return policy
    }

    fileprivate static var volume: SettlingPolicy {
        var policy = SettlingPolicy()
        policy.singleSyncLimit = 0
        return policy
    }
}

extension FileStore {
    /// A new file, without waiting.
    fileprivate func create(_ text: String) throws -> ProtectedFile {
        try open(path(text), creating: true, exclusive: true, durability: .none)
    }

    /// A new folder, without waiting.
    fileprivate func make(_ text: String) throws {
        try makeDirectory(path(text), attributes: NewAttributes(mode: 0o700), durability: .none)
    }
}

import FilesystemMount
import ProtectedStore
import TestSupport

/// What programs do in a mount, in the order in which they do it.
extension CrashScenario {
    static let mounts: [CrashScenario] = settled([
        editor, unsyncedEditor, truncatingEditor, journal, writeAheadLog, unpacking, objects,
        exchange, holes, clearing,
    ])

    private static let editor = CrashScenario(
        name: "in a mount: an editor writes a new file, syncs it and moves it over the old one",
        mayTear: ["/kept~"],
        tearsUntil: 5,
        steps: [
            .volatile { try $0.program().create("/kept~") },
            .volatile { try $0.program().write(DiskScan.text(80, 900), to: "/kept~") },
            .silent { try $0.program().fsync("/kept~") },
            .silent { try $0.program().close("/kept~") },
            .volatile { try $0.program().rename("/kept~", to: "/kept") },
            .sync { try $0.program().fsync("/") },
        ]
    )

    private static let unsyncedEditor = CrashScenario(
        name: "in a mount: an editor that syncs nothing moves a new file over the old one",
        mayTear: ["/dir/.kept.swp"],
        tearsUntil: 4,
        steps: [
            .volatile { try $0.program().create("/dir/.kept.swp") },
            .volatile { try $0.program().write(DiskScan.text(81, 900), to: "/dir/.kept.swp") },
            .silent { try $0.program().close("/dir/.kept.swp") },
            .volatile { try $0.program().rename("/dir/.kept.swp", to: "/dir/kept") },
            .sync { try $0.program().syncfs() },
        ]
    )

    private static let truncatingEditor = CrashScenario(
        name: "in a mount: an editor empties a file and writes it anew",
        steps: [
            .volatile { try $0.program().open("/kept", truncating: true) },
            .volatile { try $0.program().write(DiskScan.text(82, 900), to: "/kept") },
            .sync { try $0.program().fsync("/kept") },
            .silent { try $0.program().close("/kept") },
        ]
    )

    private static let journal = CrashScenario(
        name: "in a mount: a database with a journal to roll back",
        mayTear: ["/db-journal"],
        tearsUntil: 4,
        steps: [
            .silent { try $0.program().open("/kept") },
            .volatile { try $0.program().create("/db-journal") },
            .volatile { try $0.program().write(DiskScan.text(83, 700), to: "/db-journal") },
            .silent { try $0.program().fsync("/db-journal") },
            .sync { try $0.program().fsync("/") },
            .volatile { try $0.program().write(DiskScan.text(84, 300), to: "/kept", at: 200) },
            .volatile { try $0.program().write(DiskScan.text(85, 300), to: "/kept", at: 600) },
            .sync { try $0.program().fsync("/kept") },
            .silent { try $0.program().close("/db-journal") },
            .volatile { try $0.program().unlink("/db-journal") },
            .sync { try $0.program().fsync("/") },
            .silent { try $0.program().close("/kept") },
        ]
    )

    private static let writeAheadLog = CrashScenario(
        name: "in a mount: a database with a log to be written ahead",
        isAtomic: false,
        steps: [
            .silent { try $0.program().open("/logged") },
            .silent { try $0.program().open("/kept") },
            .volatile { try $0.program().write(DiskScan.text(86, 200), to: "/logged", at: 610) },
            .volatile { try $0.program().write(DiskScan.text(87, 200), to: "/logged", at: 810) },
            .sync { try $0.program().fsync("/logged") },
            .volatile { try $0.program().write(DiskScan.text(88, 200), to: "/kept", at: 100) },
            .sync { try $0.program().fsync("/kept") },
            .volatile { try $0.program().write(DiskScan.text(89, 200), to: "/logged") },
            .silent { try $0.program().close("/logged") },
            .silent { try $0.program().close("/kept") },
            .sync { try $0.program().syncfs() },
        ]
    )

    private static let unpacking = CrashScenario(
        name: "in a mount: an archive is unpacked and synced at its end",
        isAtomic: false,
        hasControl: false,
        mayTear: ["/new", "/new/file"],
        tearsUntil: 6,
        steps: [
            .volatile { try $0.program().mkdir("/new") },
            .volatile { try $0.program().create("/new/file") },
            .volatile { try $0.program().write(DiskScan.text(90, 500), to: "/new/file") },
            .silent { try $0.program().close("/new/file") },
            .volatile { try $0.program().chmod("/new/file", 0o100755) },
            .volatile { try $0.program().symlink("file", at: "/new/link") },
            .sync { try $0.program().syncfs() },
        ]
    )

    private static let objects = CrashScenario(
        name: "in a mount: git writes an object and names it by its content",
        isAtomic: false,
        mayTear: ["/dir/tmp_obj", "/dir/empty/object"],
        tearsUntil: 7,
        steps: [
            .volatile { try $0.program().create("/dir/tmp_obj") },
            .volatile { try $0.program().write(DiskScan.text(91, 400), to: "/dir/tmp_obj") },
            .volatile { try $0.program().chmod("/dir/tmp_obj", 0o100444) },
            .silent { try $0.program().fsync("/dir/tmp_obj") },
            .silent { try $0.program().close("/dir/tmp_obj") },
            .volatile { try $0.program().rename("/dir/tmp_obj", to: "/dir/empty/object") },
            .silent { try $0.program().fsync("/dir/empty") },
            .sync { try $0.program().syncfs() },
        ]
    )

    private static let exchange = CrashScenario(
        name: "in a mount: two files change places",
        isAtomic: false,
        steps: [
            .volatile { try $0.program().rename("/kept", to: "/dir/kept", .exchange) },
            .sync { try $0.program().syncfs() },
        ]
    )

    private static let holes = CrashScenario(
        name: "in a mount: a hole is punched and a file grows",
        steps: [
            .silent { try $0.program().open("/kept") },
            .volatile {
                try $0.program().fallocate("/kept", 100..<400, [.punchHole, .keepSize])
            },
            .volatile { try $0.program().fallocate("/kept", 0..<1_500, []) },
            .sync { try $0.program().fsync("/kept") },
            .silent { try $0.program().close("/kept") },
        ]
    )

    private static let clearing = CrashScenario(
        name: "in a mount: a folder is removed with what is in it",
        isAtomic: false,
        steps: [
            .volatile { try $0.program().unlink("/dir/kept") },
            .volatile { try $0.program().unlink("/dir/none") },
            .volatile { try $0.program().rmdir("/dir/empty") },
            .volatile { try $0.program().rmdir("/dir") },
            .sync { try $0.program().fsync("/") },
        ]
    )
}

extension CrashSession {
    /// The program that earlier steps started.
    func program() throws -> MountedProgram {
        if let mounted { return mounted }
        let new = try MountedProgram(files)
        mounted = new
        return new
    }
}

import ProtectedStore
import ProtectionModel
import TestSupport

extension CrashScenario {
    static let saving: [CrashScenario] = [
        CrashScenario(
            name: "put a new file",
            steps: [
                .durable { try $0.files.write(DiskScan.text(20, 900), to: path("/dir/new")) },
                .durable {
                    try $0.files.write(
                        DiskScan.text(21, 9),
                        to: path("/b"),
                        as: .completeUnlessOpen
                    )
                },
            ]
        ),
        CrashScenario(
            name: "put a new folder",
            isAtomic: false,
            steps: [.durable { try $0.putFolder(at: "/new") }]
        ),
        CrashScenario(
            name: "put files into a folder that is there, and over one, and a folder in it",
            isAtomic: false,
            steps: [
                .durable {
                    let all = FolderImport(into: $0.files)
                    try all.add(
                        NewContent(name: "a", source: BytesSource(DiskScan.text(63, 90))),
                        to: path("/dir")
                    )
                    try all.add(
                        NewContent(name: "kept", source: BytesSource(DiskScan.text(64, 90))),
                        to: path("/dir")
                    )
                    try all.add(
                        NewContent(name: longName, source: BytesSource(DiskScan.text(65, 90))),
                        to: path("/other")
                    )
                    try all.finish()
                },
                .durable { try $0.putFolder(at: "/other/" + otherLongName) },
            ]
        ),
        CrashScenario(
            name: "put a large file",
            steps: [.durable { try $0.files.write(DiskScan.text(22, 100_000), to: path("/large")) }]
        ),
        CrashScenario(
            name: "save over a file",
            steps: [
                .durable { try $0.files.write(DiskScan.text(23, 800), to: path("/kept")) },
                .durable { try $0.files.write(DiskScan.text(24, 20), to: path("/logged")) },
                .durable {
                    try $0.files.write([], to: path("/dir/kept"), as: ProtectionClass.none)
                },
            ]
        ),
        CrashScenario(
            name: "save over a file without waiting",
            hasControl: false,
            steps: [
                .volatile {
                    try $0.files.write(
                        DiskScan.text(25, 1_500),
                        to: path("/kept"),
                        durability: .none
                    )
                },
                .volatile {
                    try $0.files.write(DiskScan.text(26, 60), to: path("/kept"), durability: .none)
                },
            ]
        ),
        CrashScenario(
            name: "put a new file without waiting",
            hasControl: false,
            mayTear: ["/new"],
            steps: [
                .volatile {
                    try $0.files.write(DiskScan.text(27, 900), to: path("/new"), durability: .none)
                }
            ]
        ),
        CrashScenario(
            name: "save over in place",
            steps: [
                .durable { try $0.files.overwrite(DiskScan.text(28, 900), to: path("/kept")) },
                .durable { try $0.files.overwrite(DiskScan.text(29, 5), to: path("/dir/new")) },
            ]
        ),
        CrashScenario(
            name: "copy",
            steps: [
                .durable { try $0.files.copy(path("/dir/kept"), to: path("/copy")) },
                .durable { try $0.files.copy(path("/logged"), to: path("/kept")) },
            ]
        ),
    ]

    static let handles: [CrashScenario] = [
        CrashScenario(
            name: "write through a handle and sync",
            steps: [
                .durable { $0.handle = try $0.files.open(path("/dir/new"), creating: true) },
                .volatile { try $0.open().write(DiskScan.text(30, 300), at: 0) },
                .sync { try $0.open().synchronize() },
                .volatile { try $0.open().write(DiskScan.text(31, 100), at: 250) },
                .volatile { try $0.open().truncate(to: 320) },
                .sync { try $0.open().synchronize() },
                .volatile { try $0.open().append(DiskScan.text(32, 50)) },
                .sync { try $0.open().close() },
            ]
        ),
        CrashScenario(
            name: "write through a handle without sync",
            hasControl: false,
            before: { $0.handle = nil },
            steps: [
                .silent { $0.handle = try $0.files.open(path("/logged")) },
                .volatile { try $0.open().write(DiskScan.text(33, 30), at: 0) },
                .volatile { try $0.open().write(DiskScan.text(34, 1_200), at: 1_000) },
                .volatile { try $0.open().truncate(to: 10) },
                .volatile { try $0.open().append(DiskScan.text(35, 500)) },
            ]
        ),
        CrashScenario(
            name: "append",
            steps: [
                .durable {
                    let handle = try $0.files.open(path("/kept"), .write)
                    try handle.append(DiskScan.text(36, 600))
                    try handle.close()
                },
                .durable {
                    try $0.files.append(
                        BytesSource(DiskScan.text(37, 150_000)),
                        to: path("/logged")
                    )
                },
            ]
        ),
        CrashScenario(
            name: "truncate",
            steps: [
                .durable { try $0.files.truncate(path("/kept"), to: 10) },
                .durable { try $0.files.truncate(path("/kept"), to: 5_000) },
                .durable { try $0.files.truncate(path("/logged"), to: 0) },
            ]
        ),
        CrashScenario(
            name: "fold at the close",
            steps: [
                .silent { $0.handle = try $0.files.open(path("/logged")) },
                .volatile { try $0.open().write(DiskScan.text(38, 40), at: 100) },
                .sync { try $0.open().close() },
            ]
        ),
        CrashScenario(
            name: "index and holes while the handle stays open, and at the close",
            logPolicy: .eager,
            steps: [
                .silent { $0.handle = try $0.files.open(path("/logged")) },
                .volatile { try $0.open().write(DiskScan.text(42, 40), at: 100) },
                .volatile { try $0.open().append(DiskScan.text(43, 40)) },
                .sync { try $0.open().synchronize() },
                .volatile { try $0.open().write(DiskScan.text(44, 40), at: 90) },
                .sync { try $0.open().close() },
            ]
        ),
        CrashScenario(
            name: "anchor at the close",
            before: { try $0.files.write(DiskScan.text(39, 1_100_000), to: path("/big")) },
            steps: [
                .silent { $0.handle = try $0.files.open(path("/big")) },
                .volatile { try $0.open().write(DiskScan.text(40, 400), at: 1_000) },
                .sync { try $0.open().close() },
                .silent { $0.handle = try $0.files.open(path("/big")) },
                .volatile { try $0.open().append(DiskScan.text(41, 400)) },
                .sync { try $0.open().close() },
            ]
        ),
    ]
}

extension CrashSession {
    /// A folder with a file of a long name, and a folder in it.
    fileprivate func putFolder(at text: String) throws {
        let folder = try path(text)
        let all = FolderImport(into: files)
        try all.beginFolder(folder, as: .complete, attributes: NewAttributes(mode: 0o750))
        try all.add(
            NewContent(name: CrashScenario.longName, source: BytesSource(DiskScan.text(66, 70))),
            to: folder
        )
        let inner = try folder.appending("inner")
        try all.beginFolder(inner)
        try all.add(NewContent(name: "b", source: BytesSource(DiskScan.text(67, 900))), to: inner)
        try all.endFolder(inner)
        try all.endFolder(folder)
        try all.finish()
    }
}

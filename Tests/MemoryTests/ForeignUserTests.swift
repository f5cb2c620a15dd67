import Foundation
import Testing

/// What a user without any powers meets; another user's files are made by us, so we must be root.
@Suite(
    "A user without powers",
    .serialized,
    .enabled(if: PowerlessUser.isPossible, "needs root, setpriv and prlimit")
)
struct ForeignUserTests {
    /// A device of the user without powers, and the program copied to where that user may run it.
    private func makeDevice() throws -> (TestDevice, program: String) {
        let device = try TestDevice()
        let program = device.folder + "/MemoryProbe"
        try ProbeProcess.copyProgram(to: program)
        try give(device, to: PowerlessUser.identifier)
        let maker = try ProbeProcess(
            ["make"] + device.place + [device.passcodeFile],
            program: program,
            prefix: PowerlessUser.prefix
        )
        #expect(maker.line() == "")
        return (device, program)
    }

    private func give(_ device: TestDevice, to user: uid_t) throws {
        let all = try FileManager.default.subpathsOfDirectory(atPath: device.folder)
        for path in [""] + all { chown(device.folder + "/" + path, user, user) }
    }

    private func start(
        _ mode: String,
        _ device: TestDevice,
        _ program: String,
        _ last: String,
        prefix: [String] = PowerlessUser.prefix
    ) throws -> ProbeProcess {
        try ProbeProcess([mode] + device.place + [last], program: program, prefix: prefix)
    }

    @Test(
        "memory that cannot be locked shows in the status",
        arguments: [(PowerlessUser.prefix, "true"), (PowerlessUser.lockingLittle, "false")]
    )
    func memoryLock(prefix: [String], isLocked: String) throws {
        let (device, program) = try makeDevice()
        let probe = try start(
            "in-process",
            device,
            program,
            device.passcodeFile,
            prefix: prefix
        )
        #expect(probe.line() == "ready")
        let status = try probe.perform("status")
        #expect(status == "before-first-unlock locked-memory=\(isLocked)")
        // It works all the same.
        try probe.perform("unlock \(device.passcodeFile)")
        try probe.perform("put /a 1 5000 A")
        #expect(try probe.perform("get /a 1") == "5000")
    }

    @Test("another user's device directory is permission-denied")
    func foreignDevice() throws {
        let (device, program) = try makeDevice()
        chown(device.directory, 0, 0)
        let probe = try start("in-process", device, program, device.passcodeFile)
        #expect(probe.line() == "failed permission-denied")
    }

    @Test("another user's device key is permission-denied")
    func foreignKey() throws {
        let (device, program) = try makeDevice()
        chown(device.keyFolder + "/key", 0, 0)
        let probe = try start("in-process", device, program, device.passcodeFile)
        #expect(probe.line() == "failed permission-denied")
    }

    @Test("another user's socket folder is refused, open to all or not", arguments: [0o700, 0o777])
    func foreignSocketFolder(mode: Int) throws {
        let (device, program) = try makeDevice()
        let folder = device.runtimeFolder + "/protectctl"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false
        )
        chmod(folder, mode_t(mode))
        let probe = try start("agent", device, program, device.runtimeFolder)
        #expect(probe.line() == "failed permission-denied")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("an agent's socket is refused to another user, who could reach its folder")
    func foreignClient() throws {
        let (device, program) = try makeDevice()
        let agent = try start("agent", device, program, device.runtimeFolder)
        #expect(agent.line() == "ready")
        // Root may open any folder and socket; the agent looks at who it is.
        let client = try ProbeProcess(["client", device.directory, device.runtimeFolder])
        #expect(client.line() == "failed permission-denied")
    }

    @Test(
        "a link in the place of the keybag, the tree, a folder or a file is refused",
        arguments: ["keybag", "files", "files/FILE", "files/FOLDER"]
    )
    func plantedLink(place: String) throws {
        let (device, program) = try makeDevice()
        var planted = device.directory + "/" + place
        do {
            let probe = try start("in-process", device, program, device.passcodeFile)
            #expect(probe.line() == "ready")
            try probe.perform("unlock \(device.passcodeFile)")
            try probe.perform("put /a 1 5000 C")
            try probe.perform("mkdir /d 1")
            try probe.perform("put /d/a 1 5000 C")
        }
        planted.replace("FILE", with: try entry(of: device, isFolder: false))
        planted.replace("FOLDER", with: try entry(of: device, isFolder: true))
        // The link leads to exactly what it replaces, so only the link itself can be the reason.
        let outside = device.folder + "/outside"
        try FileManager.default.moveItem(atPath: planted, toPath: outside)
        try FileManager.default.createSymbolicLink(atPath: planted, withDestinationPath: outside)
        let before = try fingerprint(outside)
        let probe = try start("in-process", device, program, device.passcodeFile)
        let first = probe.line()
        if place.hasPrefix("files/") {
            #expect(first == "ready")
            try probe.perform("unlock \(device.passcodeFile)")
            let path = place == "files/FILE" ? "/a" : "/d/a"
            for command in ["get", "open", "append", "copy", "put"].map({
                "\($0) \(path) 1" + ($0 == "put" ? " 100 C" : $0 == "copy" ? " /b" : " 100")
            }) {
                #expect(try probe.answer(command).hasPrefix("failed "), "\(command)")
            }
        } else {
            #expect(first.hasPrefix("failed "), "\(first)")
        }
        #expect(try fingerprint(outside) == before)
    }

    /// The name on the host of the only file, or the only folder, at the root.
    private func entry(of device: TestDevice, isFolder: Bool) throws -> String {
        let root = device.directory + "/files"
        return try #require(
            try FileManager.default.contentsOfDirectory(atPath: root).first { name in
                let file = try FileManager.default.attributesOfItem(atPath: root + "/" + name)
                let isDirectory = file[.type] as? FileAttributeType == .typeDirectory
                return !name.hasPrefix(".") && isDirectory == isFolder
            }
        )
    }

    /// Names, sizes, times and bytes of a file or folder.
    private func fingerprint(_ path: String) throws -> [String] {
        let manager = FileManager.default
        let below = (try? manager.subpathsOfDirectory(atPath: path)) ?? []
        return try ([""] + below.sorted()).map { name in
            let file = path + "/" + name
            let status = try manager.attributesOfItem(atPath: name.isEmpty ? path : file)
            let bytes = manager.contents(atPath: name.isEmpty ? path : file)
            return "\(name) \(status[.size] ?? 0) \(status[.modificationDate] ?? 0) "
                + "\(bytes.map { "\($0.hashValue)" } ?? "-")"
        }
    }
}

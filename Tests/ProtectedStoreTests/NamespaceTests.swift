import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Making, renaming and removing")
struct NamespaceTests {
    private let device: SimulatedDevice
    private var files: FileStore { device.files }

    init() throws {
        device = try .make()
    }

    enum Entry: CaseIterable { case nothing, file, emptyFolder, fullFolder }

    private func make(_ entry: Entry, _ path: DevicePath) throws {
        switch entry {
        case .nothing: break
        case .file: try files.write(Array(path.description.utf8), to: path)
        case .emptyFolder: try files.makeDirectory(path)
        case .fullFolder:
            try files.makeDirectory(path)
            try files.write([1], to: try path.appending("child"))
        }
    }

    private static func renameRefusal(_ source: Entry, _ target: Entry) -> ErrorCode? {
        switch (source, target) {
        case (.nothing, _): .notFound
        case (_, .nothing), (.file, .file): nil
        case (.file, _): .isADirectory
        case (_, .file): .notADirectory
        case (_, _): .alreadyExists
        }
    }

    @Test("a rename onto anything", arguments: Entry.allCases, Entry.allCases)
    func rename(source: Entry, target: Entry) throws {
        for (from, to) in [("/one", "/two"), ("/one", "/folder/two"), ("/folder/one", "/two")] {
            let device = try SimulatedDevice.make()
            let test = NamespaceTests(device)
            let (from, to) = (try DevicePath(from), try DevicePath(to))
            try device.files.makeDirectory("/folder")
            try test.make(source, from)
            try test.make(target, to)
            let code = refusal { try device.files.rename(from, to: to) }
            #expect(code == Self.renameRefusal(source, target))
            if code == nil {
                #expect(refusal { try device.files.metadata(of: from) } == .notFound)
                switch source {
                case .file: #expect(try device.files.read(to) == Array(from.description.utf8))
                case .emptyFolder: #expect(try device.files.names(in: to) == [])
                default: #expect(try device.files.read(try to.appending("child")) == [1])
                }
            } else if target == .file {
                #expect(try device.files.read(to) == Array(to.description.utf8))
            }
            #expect(try device.files.check().isClean)
            #expect(try device.host.leftovers() == [])
        }
    }

    private init(_ device: SimulatedDevice) { self.device = device }

    @Test("a folder cannot be moved into itself, nor the root anywhere")
    func intoItself() throws {
        try files.makeDirectory("/p")
        try files.makeDirectory("/p/q")
        #expect(refusal { try files.rename("/p", to: "/p/x") } == .invalidArgument)
        #expect(refusal { try files.rename("/p", to: "/p/q/x") } == .invalidArgument)
        #expect(refusal { try files.rename("/p", to: "/p/q") } == .invalidArgument)
        #expect(refusal { try files.rename(.root, to: "/p/x") } == .invalidArgument)
        #expect(refusal { try files.rename("/p", to: .root) } == .invalidArgument)
        try files.rename("/p", to: "/p")
        try files.makeDirectory("/pp")
        try files.rename("/p", to: "/pp/p")
        #expect(try files.names(in: "/pp/p") == ["q"])
    }

    @Test("a missing or wrong folder on the way is reported")
    func badParents() throws {
        try files.write([1], to: "/file")
        #expect(refusal { try files.write([1], to: "/no/x") } == .notFound)
        #expect(refusal { try files.write([1], to: "/file/x") } == .notADirectory)
        #expect(refusal { try files.makeDirectory("/no/x") } == .notFound)
        #expect(refusal { try files.makeDirectory("/file/x") } == .notADirectory)
        #expect(refusal { try files.rename("/file", to: "/no/x") } == .notFound)
        #expect(refusal { try files.rename("/file", to: "/file/x") } == .notADirectory)
        #expect(refusal { try files.remove("/file/x") } == .notADirectory)
        #expect(refusal { try files.open("/no/x", creating: true) } == .notFound)
        #expect(refusal { try files.copy("/file", to: "/no/x") } == .notFound)
        #expect(refusal { try files.names(in: "/file") } == .notADirectory)
        #expect(refusal { try files.names(in: "/no") } == .notFound)
        #expect(try files.names(in: .root) == ["file"])
    }

    @Test("folders one below the other are made one by one")
    func deep() throws {
        var path = DevicePath.root
        for depth in 0..<40 {
            path = try path.appending("level \(depth)")
            try files.makeDirectory(path)
            #expect(refusal { try files.makeDirectory(path) } == .alreadyExists)
        }
        let file = try path.appending("file")
        try files.write([1], to: file)
        #expect(try device.secondStore().read(file) == [1])
        #expect(try files.check().checked == 42)
        #expect(refusal { try files.removeDirectory("/level 0") } == .directoryNotEmpty)
        try files.removeTree("/level 0")
        #expect(try device.host.names() == [".folder"])
    }

    @Test("a file is not a folder and a folder not a file")
    func kinds() throws {
        try files.write([1], to: "/file")
        try files.makeDirectory("/folder")
        #expect(refusal { try files.removeDirectory("/file") } == .notADirectory)
        #expect(refusal { try files.remove("/folder") } == .isADirectory)
        #expect(refusal { try files.remove("/no") } == .notFound)
        #expect(refusal { try files.removeDirectory("/no") } == .notFound)
        #expect(refusal { try files.removeTree("/no") } == .notFound)
        #expect(refusal { try files.removeDirectory(.root) } == .invalidArgument)
        #expect(refusal { try files.removeTree(.root) } == .invalidArgument)
        #expect(try files.names(in: .root) == ["file", "folder"])
        #expect(refusal { try files.read("/folder") } == .isADirectory)
        #expect(refusal { try files.read(.root) } == .isADirectory)
        #expect(refusal { try files.write([], to: "/folder") } == .isADirectory)
        #expect(refusal { try files.open("/folder", creating: true) } == .isADirectory)
        #expect(refusal { try files.copy("/folder", to: "/x") } == .isADirectory)
        #expect(refusal { try files.makeDirectory("/file") } == .alreadyExists)
        #expect(refusal { try files.makeDirectory(.root) } == .alreadyExists)
        #expect(refusal { try files.setProtection(.none, of: "/no") } == .notFound)
        #expect(refusal { try files.setMode(0, of: "/no") } == .notFound)
        #expect(refusal { try files.setModified(Timestamp(seconds: 0), of: "/no") } == .notFound)
    }

    /// What a path on which a folder, a file or nothing stands in the way is refused with.
    private static func expectRefused(
        _ path: DevicePath,
        _ code: ErrorCode,
        about: String,
        in files: FileStore
    ) {
        let calls: [() throws -> Void] = [
            { _ = try files.read(path) }, { try files.write([1], to: path) },
            { _ = try files.names(in: path) }, { try files.makeDirectory(path) },
            { _ = try files.metadata(of: path) },
        ]
        for call in calls {
            let error = #expect(throws: ProtectionError.self) { try call() }
            #expect(error?.code == code && error?.path == about, "\(path): \(error as Any)")
            #expect(error?.message.contains("'\(about)'") == true, "\(error as Any)")
        }
    }

    @Test("a refusal on the way to a name tells of what is in the way, not of what comes after it")
    func onTheWay() throws {
        try files.write([1], to: "/file")
        try files.makeDirectory("/folder")
        let damaged = try device.host.newEntry { try files.makeDirectory("/damaged") }
        try files.makeDirectory("/damaged/inner")
        Self.expectRefused("/file/a/b", .notADirectory, about: "/file", in: files)
        Self.expectRefused("/folder/no/a/b", .notFound, about: "/folder/no", in: files)
        try device.host.remove(damaged + "/.folder")
        let other = try device.secondStore()
        let code = ErrorCode.authenticationFailure
        Self.expectRefused("/damaged/inner/a", code, about: "/damaged", in: other)
    }

    @Test("removing, saving over, renaming over and folding take the old wraps off the disk")
    func wraps() throws {
        let memory = device.memoryFileSystem
        func expectWiped(_ change: () throws -> Void) throws {
            try files.write([1], to: "/file")
            let file = try OwnedFile(
                device.host.onlyEntry(),
                in: nil,
                [],
                on: memory
            )
            try change()
            #expect(try file.status().links == 0)
            #expect(try file.read(1_024, at: 0).allSatisfy { $0 == 0 })
            if try files.names(in: .root).contains("file") { try files.remove("/file") }
        }
        try expectWiped { try files.remove("/file") }
        try expectWiped { try files.removeTree("/file") }
        try expectWiped { try files.write([2], to: "/file") }
        try expectWiped { try files.overwrite([2], to: "/file") }
        try expectWiped { try files.copy("/file", to: "/file") }
        try expectWiped { try files.setProtection(.complete, of: "/file", rekeying: true) }
        try expectWiped {
            try files.write([3], to: "/other")
            try files.rename("/other", to: "/file")
        }
    }

    @Test("a file with a second host name is copied, never changed in place")
    func hardLink() throws {
        try files.write([1, 1], to: "/file")
        let entry = try device.host.onlyEntry()
        let memory = device.memoryFileSystem
        let root = try OwnedFile("/", in: nil, .directory, on: memory)
        let name = String(entry.dropFirst())
        try memory.link(name, in: root.descriptor, to: "backup", in: root.descriptor)
        let backup = try device.host.bytes("/backup")
        let handle = try files.open("/file")
        try handle.write([2], at: 0)
        try handle.close()
        try files.setProtection(.complete, of: "/file")
        #expect(try files.read("/file") == [2, 1])
        #expect(try device.host.bytes("/backup") == backup)
        try memory.link(
            String(try device.host.onlyEntry().dropFirst()),
            in: root.descriptor,
            to: "second",
            in: root.descriptor
        )
        let second = try device.host.bytes("/second")
        try files.remove("/file")
        #expect(try device.host.bytes("/second") == second)
    }

    @Test("a handle goes on when its file is removed, renamed or replaced, and brings nothing back")
    func handleWithoutName() throws {
        try files.makeDirectory("/folder")
        for change in 0..<4 {
            try files.write([1, 1], to: "/file")
            let handle = try files.open("/file")
            switch change {
            case 0: try files.remove("/file")
            case 1: try files.rename("/file", to: "/folder/moved")
            case 2: try files.write([9], to: "/file")
            default:
                try files.write([9], to: "/other")
                try files.rename("/other", to: "/file")
            }
            try handle.write([2], at: 0)
            try device.lock()
            try device.unlock()
            #expect(try handle.read(at: 0, count: 9) == [2, 1])
            try handle.close()
            switch change {
            case 0: #expect(try files.names(in: .root) == ["folder"])
            case 1:
                #expect(try files.read("/folder/moved") == [2, 1])
                try files.remove("/folder/moved")
            default: #expect(try files.read("/file") == [9])
            }
            #expect(try files.check(repairing: true).isClean)
        }
    }

    @Test("modes and times are kept by folders too")
    func folderAttributes() throws {
        try files.makeDirectory("/folder")
        for path in ["/folder", .root] as [DevicePath] {
            try files.setMode(0o1755, of: path)
            try files.setModified(Timestamp(seconds: 9, nanoseconds: 999_999_999), of: path)
            let metadata = try files.metadata(of: path)
            #expect(metadata.mode == 0o1755)
            #expect(metadata.size == nil)
            #expect(metadata.kind == .directory)
        }
        #expect(try files.metadata(of: "/folder").modified.nanoseconds == 999_999_999)
        try files.write([1], to: "/file")
        try files.setMode(.max, of: "/file")
        #expect(try files.metadata(of: "/file").mode == 0o7777)
    }
}

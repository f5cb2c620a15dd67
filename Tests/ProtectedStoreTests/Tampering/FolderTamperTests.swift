import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("Tampering with folders and names")
struct FolderTamperTests {
    private let device: SimulatedDevice
    private let p: String
    private let q: String
    private let fileInP: String
    private let long = String(repeating: "long", count: 50)

    init() throws {
        let device = try SimulatedDevice.make()
        self.device = device
        p = try device.host.newEntry { try device.files.makeDirectory("/p") }
        q = try device.host.newEntry { try device.files.makeDirectory("/q") }
        try device.files.write([1], to: "/p/file", as: ProtectionClass.none)
        fileInP = try device.host.onlyEntry(p)
    }

    @Test("one flipped bit in a folder's record changes nothing, is named and mended")
    func flips() throws {
        for bit in 0..<1_024 * 8 {
            try device.host.flip(bit: bit, of: p + "/.folder")
            let files = try device.secondStore()
            #expect(try files.read("/p/file") == [1])
            #expect(try files.names(in: "/p") == ["file"])
            if bit % 101 == 0 {
                #expect(try files.check().damaged.map(\.path) == ["/p"], "bit \(bit)")
                #expect(try files.check(repairing: true).repaired.map(\.path) == ["/p"])
                #expect(try files.check().isClean)
            } else {
                try device.host.flip(bit: bit, of: p + "/.folder")
            }
        }
    }

    @Test("a record damaged in both slots, cut or missing closes the folder, and only it")
    func record() throws {
        let record = try device.host.bytes(p + "/.folder")
        func expectClosed(_ comment: Comment) throws {
            let files = try device.secondStore()
            #expect(refusal { try files.read("/p/file") } == .authenticationFailure, comment)
            #expect(refusal { try files.names(in: "/p") } == .authenticationFailure, comment)
            #expect(
                refusal { try files.write([2], to: "/p/new") } == .authenticationFailure,
                comment
            )
            #expect(refusal { try files.metadata(of: "/p") } == .authenticationFailure, comment)
            #expect(try files.names(in: .root) == ["p", "q"])
            #expect(try files.check().damaged.map(\.path) == ["/p"])
        }
        for bit in stride(from: 0, to: 512 * 8, by: 13) {
            try device.host.flip(bit: bit, of: p + "/.folder")
            try device.host.flip(bit: bit + 4_096, of: p + "/.folder")
            try expectClosed("bit \(bit)")
            try device.host.put(record, p + "/.folder")
        }
        for length in 0..<512 {
            try device.host.put(Array(record[..<length]), p + "/.folder")
            try expectClosed("\(length) bytes")
        }
        try device.host.remove(p + "/.folder")
        try expectClosed("no record")
        try device.host.link(p + "/.folder", to: q + "/.folder")
        try expectClosed("a link")
    }

    @Test("half a record is enough", arguments: [512, 513, 1_023])
    func halfRecord(length: Int) throws {
        let record = try device.host.bytes(p + "/.folder")
        try device.host.put(Array(record[..<length]), p + "/.folder")
        let files = try device.secondStore()
        #expect(try files.read("/p/file") == [1])
        #expect(try files.check(repairing: true).repaired.map(\.path) == ["/p"])
        #expect(try device.host.bytes(p + "/.folder").count == 1_024)
    }

    /// What a folder in the wrong place is refused with, whatever is asked of it.
    private func expectMisplaced(_ path: DevicePath, _ files: FileStore) throws {
        let child = try path.appending("new")
        #expect(refusal { try files.names(in: path) } == .authenticationFailure)
        #expect(refusal { try files.metadata(of: path) } == .authenticationFailure)
        #expect(refusal { try files.write([2], to: child) } == .authenticationFailure)
        #expect(refusal { try files.makeDirectory(child) } == .authenticationFailure)
        #expect(refusal { try files.open(child, creating: true) } == .authenticationFailure)
        #expect(refusal { try files.setProtection(.none, of: path) } == .authenticationFailure)
        #expect(refusal { try files.rename(path, to: "/elsewhere") } == .authenticationFailure)
        #expect(try files.check(path).damaged.map(\.code) == [.authenticationFailure])
    }

    @Test("another folder's record closes the folder, so that nothing put there takes its class")
    func exchangedRecords() throws {
        try device.host.put(try device.host.bytes(q + "/.folder"), p + "/.folder")
        let files = try device.secondStore()
        try expectMisplaced("/p", files)
        #expect(refusal { try files.read("/p/file") } == .authenticationFailure)
        #expect(try files.check().damaged.map(\.path) == ["/p"])
        // Its names do not open under that record, so it is not its own, and no repair takes it.
        let report = try files.check(repairing: true)
        #expect(report.repaired.isEmpty)
        #expect(report.damaged.map(\.path) == ["/p"])
        #expect(try #require(report.damaged.first).message.contains("backup"))
    }

    @Test(
        "an empty folder of class none does not pass for a class A folder",
        arguments: [true, false]
    )
    func weakerFolder(isWhole: Bool) throws {
        let a = try device.host.newEntry { try device.files.makeDirectory("/a", as: .complete) }
        let none = try device.host.newEntry {
            try device.files.makeDirectory("/none", as: ProtectionClass.none)
        }
        if isWhole {
            try device.host.rename(a, to: "/device/aside")
            try device.host.rename(none, to: a)
        } else {
            try device.host.put(try device.host.bytes(none + "/.folder"), a + "/.folder")
        }
        try expectMisplaced("/a", try device.secondStore())
    }

    @Test("slots of two folders together make no record", arguments: [0, 1])
    func mixedSlots(foreign: Int) throws {
        let a = try device.host.newEntry { try device.files.makeDirectory("/a", as: .complete) }
        let none = try device.host.newEntry { try device.files.makeDirectory("/none") }
        // A higher generation, which must not count here.
        for _ in 0..<5 {
            try device.files.setProtection(.complete, of: "/none")
            try device.files.setProtection(.none, of: "/none")
        }
        let own = try device.host.bytes(a + "/.folder")[..<512]
        let other = try device.host.bytes(none + "/.folder")[..<512]
        try device.host.put(foreign == 0 ? Array(other + own) : Array(own + other), a + "/.folder")
        let files = try device.secondStore()
        #expect(try files.metadata(of: "/a").protection == .complete)
        try files.write([1], to: "/a/x")
        #expect(try files.metadata(of: "/a/x").protection == .complete)
        #expect(try files.check().damaged.map(\.path) == ["/a"])
        #expect(try files.check(repairing: true).repaired.map(\.path) == ["/a"])
        #expect(try files.check().isClean)
    }

    @Test("a folder copied into another, or up, is refused there", arguments: ["", "/q"])
    func copiedFolder(parent: String) throws {
        try device.files.makeDirectory("/p/inner")
        let inner = try device.host.onlyFolder(p)
        // Under a name of its own there, so that the name authenticates.
        let target = try device.host.newEntry(in: parent.isEmpty ? HostFiles.tree : q) {
            try device.files.makeDirectory(DevicePath(parent + "/place"))
        }
        try device.host.put(
            try device.host.bytes(inner + "/.folder"),
            target + "/.folder"
        )
        try expectMisplaced(try DevicePath(parent + "/place"), try device.secondStore())
    }

    @Test("a repair gives it the place where it is, and says with which class")
    func adoption() throws {
        let none = try device.host.newEntry {
            try device.files.makeDirectory("/none", as: ProtectionClass.none)
        }
        try device.host.put(try device.host.bytes(none + "/.folder"), q + "/.folder")
        let files = try device.secondStore()
        let report = try files.check(repairing: true)
        #expect(report.repaired.map(\.path) == ["/q"])
        #expect(try #require(report.repaired.first).message.contains("'none'"))
        #expect(try files.check().isClean)
        #expect(try files.metadata(of: "/q").protection == ProtectionClass.none)
        // From now on it is a folder of its own: what is in the other is a stranger here.
        let inner = try device.host.newEntry(in: none) { try files.makeDirectory("/none/inner") }
        try device.host.rename(inner, to: q + inner.dropFirst(none.count))
        #expect(try files.names(in: "/q") == [])
        #expect(try files.check().damaged.count == 1)
    }

    @Test("a check beside a rename finds nothing damaged")
    func checkDuringRename() throws {
        let faulty = try FaultyDevice()
        let device = faulty.device
        try device.files.makeDirectory("/a")
        let other = try device.secondStore()
        let found = Mutex<[String]>([])
        let plan = FaultPlan { _, _ in
            guard let report = try? other.check() else { return }
            found.withLock { $0 += report.damaged.map(\.path) }
        }
        try faulty.run(plan) { try device.files.rename("/a", to: "/b") }
        #expect(found.withLock { $0 } == [])
    }

    enum Meddling: CaseIterable {
        case move, remove

        func run(_ files: FileStore) throws {
            try self == .move ? files.rename("/p", to: "/q/p") : files.removeTree("/p")
        }
    }

    @Test(
        "a check during which a folder is moved or removed finds nothing damaged",
        arguments: Meddling.allCases
    )
    func meddling(meddling: Meddling) throws {
        func scene() throws -> FaultyDevice {
            let faulty = try FaultyDevice()
            for path in ["/p", "/q"] as [DevicePath] {
                try faulty.device.files.makeDirectory(path)
            }
            try faulty.device.files.write([1], to: "/p/file")
            return faulty
        }
        let counted = try scene()
        let count = try counted.callCount { _ = try counted.device.files.check() }
        for call in 0..<count {
            let faulty = try scene()
            let other = try faulty.device.secondStore()
            let plan = FaultPlan { index, _ in
                if index == call { _ = refusal { try meddling.run(other) } }
            }
            var report: CheckReport?
            try faulty.run(plan) { report = try faulty.device.files.check() }
            #expect(report?.damaged == [], "call \(call)")
        }
    }

    @Test("neither tree of the device passes for the other")
    func exchangedTrees() throws {
        try device.documents.update(DocumentName("x", in: .preferences), as: .none) { _ in [1] }
        let files = "/device/files/.folder"
        try device.host.put(try device.host.bytes("/device/system/.folder"), files)
        #expect(refusal { try device.secondStore() } == .authenticationFailure)
    }

    @Test("a regular move of a folder keeps it whole, also for those who have it open")
    func moved() throws {
        try device.files.makeDirectory("/p/inner", as: .complete)
        let other = try device.secondStore()
        #expect(try other.names(in: "/p/inner") == [])
        try device.files.rename("/p", to: "/q/moved")
        #expect(refusal { try other.names(in: "/p") } == .notFound)
        #expect(refusal { try other.write([1], to: "/p/inner/x") } == .notFound)
        #expect(try other.read("/q/moved/file") == [1])
        try other.write([1], to: "/q/moved/inner/x")
        #expect(try other.metadata(of: "/q/moved/inner/x").protection == .complete)
        try other.rename("/q/moved", to: "/p")
        #expect(try device.files.check().isClean)
        #expect(try device.files.read("/p/inner/x") == [1])
    }

    @Test("a name moved to another folder is not shown there, and is named by the check")
    func movedName() throws {
        let moved = q + fileInP.dropFirst(p.count)
        try device.host.rename(fileInP, to: moved)
        #expect(try device.files.names(in: "/p") == [])
        #expect(try device.files.names(in: "/q") == [])
        #expect(refusal { try device.files.read("/p/file") } == .notFound)
        #expect(refusal { try device.files.read("/q/file") } == .notFound)
        let found = try device.files.check().damaged
        #expect(found.map(\.code) == [.authenticationFailure])
        #expect(try #require(found.first).path.hasPrefix("/q: "))
    }

    @Test("every changed letter of a sealed name makes it a stranger")
    func changedName() throws {
        let letters = Array(fileInP.dropFirst(p.count + 1))
        for (index, letter) in letters.enumerated() {
            var letters = letters
            letters[index] = letter == "A" ? "B" : "A"
            let changed = String(letters)
            try device.host.rename(fileInP, to: p + "/" + changed)
            #expect(try device.files.names(in: "/p") == [])
            #expect(refusal { try device.files.read("/p/file") } == .notFound)
            #expect(try device.files.check().damaged.count == 1)
            try device.host.rename(p + "/" + changed, to: fileInP)
        }
        for stranger in ["x", "=", "notes.txt", "A", String(repeating: "A", count: 255), "ü.long"] {
            try device.host.put([1, 2, 3], p + "/" + stranger)
            #expect(try device.files.names(in: "/p") == ["file"])
            #expect(try device.files.check().damaged.count == 1)
            try device.host.remove(p + "/" + stranger)
        }
    }

    @Test("a long name's side file that is damaged hides the entry from lists, never renames it")
    func sideFile() throws {
        let path = try DevicePath("/q/" + long)
        try device.files.write([7], to: path)
        let entry = try device.host.onlyEntry(q)
        let side = q + "/.name-" + entry.dropFirst(q.count + 1).dropLast(5)
        let bytes = try device.host.bytes(side)
        #expect(try device.files.names(in: "/q") == [long])
        func expectHidden(_ comment: Comment) throws {
            #expect(try device.files.names(in: "/q") == [], comment)
            #expect(try device.files.read(path) == [7], comment)
            #expect(try device.files.check().damaged.count == 1, comment)
        }
        for bit in 0..<bytes.count * 8 {
            try device.host.flip(bit: bit, of: side)
            try expectHidden("bit \(bit)")
            try device.host.flip(bit: bit, of: side)
        }
        for length in 0..<bytes.count {
            try device.host.put(Array(bytes[..<length]), side)
            try expectHidden("\(length) bytes")
        }
        try device.host.put(bytes + [0], side)
        try expectHidden("one byte more")
        try device.host.remove(side)
        try expectHidden("no side file")
        try device.host.link(side, to: "/keys")
        try expectHidden("a link")
    }

    @Test("the side file of another long name is refused")
    func foreignSideFile() throws {
        let other = String(repeating: "gnol", count: 50)
        try device.files.write([7], to: try DevicePath("/q/" + long))
        let entry = try device.host.onlyEntry(q)
        let second = try device.host.newEntry(in: q) {
            try device.files.write([8], to: try DevicePath("/q/" + other))
        }
        func side(_ entry: String) -> String {
            q + "/.name-" + entry.dropFirst(q.count + 1).dropLast(5)
        }
        try device.host.put(try device.host.bytes(side(second)), side(entry))
        #expect(try device.files.names(in: "/q") == [other])
        #expect(try device.files.check().damaged.count == 1)
    }

    @Test("a planted link is never followed", arguments: ["/keys", "/device/files", "/nowhere"])
    func link(target: String) throws {
        try device.host.remove(fileInP)
        try device.host.link(fileInP, to: target)
        let files = device.files
        #expect(refusal { try files.read("/p/file") } == .authenticationFailure)
        #expect(refusal { try files.open("/p/file", creating: true) } == .authenticationFailure)
        #expect(refusal { try files.metadata(of: "/p/file") } == .authenticationFailure)
        #expect(refusal { try files.write([2], to: "/p/file") } == .authenticationFailure)
        #expect(refusal { try files.setMode(0, of: "/p/file") } == .authenticationFailure)
        #expect(
            refusal { try files.setModified(Timestamp(seconds: 1), of: "/p/file") }
                == .authenticationFailure
        )
        #expect(refusal { try files.setProtection(.none, of: "/p/file") } == .authenticationFailure)
        #expect(refusal { try files.names(in: "/p/file") } == .authenticationFailure)
        #expect(refusal { try files.rename("/p/file", to: "/x") } == .authenticationFailure)
        try files.write([3], to: "/x")
        #expect(refusal { try files.rename("/x", to: "/p/file") } == .authenticationFailure)
        #expect(refusal { try files.copy("/x", to: "/p/file") } == .authenticationFailure)
        #expect(try files.check().damaged.map(\.path) == ["/p/file"])
    }

    @Test("a link in the place of a folder is never followed")
    func linkedFolder() throws {
        let names = try device.host.names(q)
        for name in names where name != ".folder" { try device.host.remove(q + "/" + name) }
        try device.files.removeDirectory("/q")
        try device.host.link(q, to: p)
        #expect(refusal { try device.files.names(in: "/q") } == .authenticationFailure)
        #expect(refusal { try device.files.write([1], to: "/q/x") } == .authenticationFailure)
        #expect(try device.files.check().damaged.map(\.path) == ["/q"])
    }

    @Test("folders exchanged whole are refused, and shown by what they hold once they are adopted")
    func exchangedFolders() throws {
        try device.host.rename(p, to: "/device/aside")
        try device.host.rename(q, to: p)
        try device.host.rename("/device/aside", to: q)
        let files = try device.secondStore()
        try expectMisplaced("/p", files)
        try expectMisplaced("/q", files)
        #expect(refusal { try files.read("/q/file") } == .authenticationFailure)
        #expect(try files.check(repairing: true).repaired.map(\.path).sorted() == ["/p", "/q"])
        #expect(try files.names(in: "/p") == [])
        #expect(try files.read("/q/file") == [1])
        #expect(try files.check().isClean)
    }

    @Test("a rename that the disk breaks off leaves a folder that opens where it is")
    func brokenRename() throws {
        func scene() throws -> FaultyDevice {
            let faulty = try FaultyDevice()
            try faulty.device.files.makeDirectory("/a", as: .complete)
            try faulty.device.files.makeDirectory("/b")
            return faulty
        }
        let counted = try scene()
        let count = try counted.callCount { try counted.device.files.rename("/a", to: "/b/a") }
        for call in 0..<count {
            let faulty = try scene()
            faulty.run(FaultPlan([.call(call): .diskError])) {
                _ = refusal { try faulty.device.files.rename("/a", to: "/b/a") }
            }
            let files = try RestartedDevice(on: faulty.device.memoryFileSystem.crash(.keepAll))
                .files
            let isMoved = try files.names(in: "/b") == ["a"]
            let path: DevicePath = isMoved ? "/b/a" : "/a"
            #expect(try files.metadata(of: path).protection == .complete, "call \(call)")
            // Nobody has damaged anything.
            #expect(try files.check().damaged == [], "call \(call)")
            _ = try files.check(repairing: true)
            #expect(try files.check().notes == [], "call \(call)")
        }
    }

    enum Change: CaseIterable {
        case rename, folderClass, fileClass

        func run(_ files: FileStore) throws {
            switch self {
            case .rename: try files.rename("/a", to: "/b/a")
            case .folderClass: try files.setProtection(.completeUnlessOpen, of: "/a")
            case .fileClass: try files.setProtection(.completeUnlessOpen, of: "/b/f")
            }
        }
    }

    @Test(
        "a change that is killed is called no damage, and leaves nothing that a check would note",
        arguments: Change.allCases
    )
    func killedChange(change: Change) throws {
        func scene() throws -> FaultyDevice {
            let faulty = try FaultyDevice()
            try faulty.device.files.makeDirectory("/a", as: .complete)
            try faulty.device.files.makeDirectory("/b")
            try faulty.device.files.write([1], to: "/b/f", as: .complete)
            return faulty
        }
        let counted = try scene()
        let count = try counted.callCount { try change.run(counted.device.files) }
        for call in 0..<count {
            let faulty = try scene()
            faulty.run(FaultPlan([.call(call): .stop])) {
                _ = refusal { try change.run(faulty.device.files) }
            }
            let files = try RestartedDevice(on: faulty.device.memoryFileSystem.crash(.keepAll))
                .files
            let report = try files.check()
            #expect(report.damaged == [], "call \(call)")
            #expect(try files.check(repairing: true).damaged == [], "call \(call)")
            #expect(try files.check().notes == [], "call \(call)")
        }
    }
}

import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Renames as renameat2(2) does them")
struct RenameRuleTests {
    private let device: SimulatedDevice
    private var files: FileStore { device.files }

    init() throws {
        device = try .make()
    }

    enum Entry: CaseIterable { case nothing, file, link, emptyFolder, fullFolder }

    private func make(_ entry: Entry, _ path: DevicePath) throws {
        switch entry {
        case .nothing: break
        case .file: try files.write(Array(path.description.utf8), to: path)
        case .link: try files.makeLink(to: path.description, at: path)
        case .emptyFolder: try files.makeDirectory(path)
        case .fullFolder:
            try files.makeDirectory(path)
            try files.write([1], to: try path.appending("child"))
        }
    }

    /// Whether what `make` made at `origin` is at `path` now.
    private func isThere(_ entry: Entry, from origin: DevicePath, _ path: DevicePath) -> Bool {
        switch entry {
        case .nothing: refusal { try files.metadata(of: path) } == .notFound
        case .file: (try? files.read(path)) == Array(origin.description.utf8)
        case .link: (try? files.linkTarget(of: path)) == origin.description
        case .emptyFolder: (try? files.names(in: path)) == []
        case .fullFolder: (try? files.names(in: path)) == ["child"]
        }
    }

    private static func isFolder(_ entry: Entry) -> Bool {
        entry == .emptyFolder || entry == .fullFolder
    }

    private static func expectedRefusal(
        _ source: Entry,
        _ target: Entry,
        _ rule: RenameRule
    ) -> ErrorCode? {
        if source == .nothing { return .notFound }
        switch rule {
        case .exchanging: return target == .nothing ? .notFound : nil
        case .exclusive: return target == .nothing ? nil : .alreadyExists
        case .replacing:
            guard target != .nothing else { return nil }
            switch (isFolder(source), isFolder(target)) {
            case (false, false): return nil
            case (false, true): return .isADirectory
            case (true, false): return .notADirectory
            case (true, true): return target == .emptyFolder ? nil : .directoryNotEmpty
            }
        }
    }

    @Test(
        "anything onto anything, in one folder or two, with and without waiting",
        arguments: Entry.allCases,
        Entry.allCases
    )
    func matrix(_ source: Entry, _ target: Entry) throws {
        for rule in [RenameRule.replacing, .exclusive, .exchanging] {
            for (from, to) in [("/one", "/two"), ("/one", "/folder/two"), ("/folder/one", "/two")] {
                for durability in [Durability.full, .none] {
                    let test = try RenameRuleTests()
                    try test.files.makeDirectory("/folder")
                    try test.check(
                        source,
                        target,
                        rule,
                        DevicePath(from),
                        DevicePath(to),
                        durability
                    )
                }
            }
        }
    }

    private func check(
        _ source: Entry,
        _ target: Entry,
        _ rule: RenameRule,
        _ from: DevicePath,
        _ to: DevicePath,
        _ durability: Durability
    ) throws {
        try make(source, from)
        try make(target, to)
        let numbers = [from, to].map { try? files.metadata(of: $0).number }
        let code = refusal {
            try files.rename(from, to: to, rule, durability: durability)
        }
        let what = "\(source) \(from) to \(target) \(to), \(rule)"
        #expect(code == Self.expectedRefusal(source, target, rule), "\(what)")
        let isDone = code == nil
        let left: Entry = isDone ? (rule == .exchanging ? target : .nothing) : source
        #expect(isThere(left, from: isDone ? to : from, from), "\(what)")
        let arrived = isDone ? source : target
        #expect(isThere(arrived, from: isDone ? from : to, to), "\(what)")
        if isDone { #expect(try files.metadata(of: to).number == numbers[0], "\(what)") }
        #expect(try files.check().isClean, "\(what)")
        #expect(try device.host.leftovers() == [], "\(what)")
        // Nothing of it depends on what this process remembers.
        let other = try device.secondStore()
        #expect(try other.check().isClean, "\(what)")
        #expect(try other.names(in: .root) == files.names(in: .root), "\(what)")
    }

    @Test("onto itself, nothing happens", arguments: [RenameRule.replacing, .exchanging])
    func itself(_ rule: RenameRule) throws {
        try make(.fullFolder, "/folder")
        try make(.file, "/file")
        try files.rename("/folder", to: "/folder", rule)
        try files.rename("/file", to: "/file", rule)
        #expect(try files.names(in: .root) == ["file", "folder"])
        #expect(refusal { try files.rename("/file", to: "/file", .exclusive) } == .alreadyExists)
    }

    @Test(
        "no folder goes into itself, nor what it is in into it",
        arguments: [RenameRule.replacing, .exclusive, .exchanging]
    )
    func loops(_ rule: RenameRule) throws {
        try files.makeDirectory("/a")
        try files.makeDirectory("/a/b")
        try files.makeDirectory("/a/b/c")
        #expect(refusal { try files.rename("/a", to: "/a/b/c", rule) } == .invalidArgument)
        let code = refusal { try files.rename("/a/b/c", to: "/a", rule) }
        switch rule {
        case .replacing: #expect(code == .directoryNotEmpty)
        case .exclusive: #expect(code == .alreadyExists)
        case .exchanging: #expect(code == .invalidArgument)
        }
        #expect(try files.names(in: "/a/b") == ["c"])
        #expect(refusal { try files.rename("/", to: "/a", rule) } == .invalidArgument)
        #expect(refusal { try files.rename("/a", to: "/", rule) } == .invalidArgument)
    }

    @Test("the class stays, also in an exchange")
    func classes() throws {
        try files.write([1], to: "/a", as: .complete)
        try files.makeDirectory("/b", as: .completeUnlessOpen)
        try files.rename("/a", to: "/b", .exchanging)
        #expect(try files.metadata(of: "/b").protection == .complete)
        #expect(try files.metadata(of: "/a").protection == .completeUnlessOpen)
        try files.write([2], to: "/a/inner")
        #expect(try files.metadata(of: "/a/inner").protection == .completeUnlessOpen)
    }

    @Test("what is moved has changed, and its content has not")
    func times() throws {
        let made = device.clock.wallTime()
        try files.makeDirectory("/folder")
        try make(.file, "/file")
        try make(.link, "/link")
        try make(.emptyFolder, "/old")
        device.advance(by: .seconds(1))
        for name in ["file", "link", "old"] {
            try files.rename(DevicePath("/" + name), to: DevicePath("/folder/" + name))
            let metadata = try files.metadata(of: DevicePath("/folder/" + name))
            #expect(metadata.changed == device.clock.wallTime(), "\(name)")
            #expect(metadata.modified == made, "\(name)")
        }
    }

    @Test(
        "a handle goes on with its file, wherever it went",
        arguments: [RenameRule.replacing, .exchanging]
    )
    func handles(_ rule: RenameRule) throws {
        try files.write([1], to: "/a", as: .complete)
        try files.write([2], to: "/b", as: .complete)
        let (first, second) = (try files.open("/a"), try files.open("/b"))
        try files.rename("/a", to: "/b", rule)
        try first.write([3], at: 1)
        try second.write([4], at: 1)
        #expect(try first.read(at: 0, count: 9) == [1, 3])
        #expect(try second.read(at: 0, count: 9) == [2, 4])
        try first.close()
        try second.close()
        #expect(try files.read("/b") == [1, 3])
        if rule == .exchanging { #expect(try files.read("/a") == [2, 4]) }
        #expect(try files.check().isClean)
    }

    @Test("a folder that replaces an empty one is in one place or both, but never in none")
    func replacedFolder() throws {
        func scene() throws -> FaultyDevice {
            let faulty = try FaultyDevice()
            let files = faulty.device.files
            try files.makeDirectory("/from")
            try files.makeDirectory("/to")
            try files.makeDirectory("/from/moved")
            try files.write([1], to: "/from/moved/file", as: ProtectionClass.none)
            try files.makeDirectory("/to/moved")
            return faulty
        }
        let counted = try scene()
        let snapshots = try counted.snapshots {
            try counted.device.files.rename("/from/moved", to: "/to/moved", .replacing)
        }
        for (call, snapshot) in snapshots.enumerated() {
            for choice in snapshot.enumerateCrashStates(limit: 64, seed: 1) {
                let files = try RestartedDevice(on: snapshot.crash(choice)).files
                let old = (try? files.names(in: "/from/moved")) ?? []
                let new = try files.names(in: "/to/moved")
                #expect(Set([old, new]) == [["file"], []], "call \(call), \(choice)")
                let isWhole = try files.read(
                    DevicePath((new.isEmpty ? "/from" : "/to") + "/moved/file")
                )
                #expect(isWhole == [1])
                #expect(try files.check(repairing: true).isClean, "call \(call), \(choice)")
            }
        }
    }
}

import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import StatePreservation
import SystemIO
import TestSupport
import Testing

@Suite("An archive of saved state")
struct StateArchiveTests {
    private let bench: ArchiveBench

    init() throws { bench = try ArchiveBench() }

    @Test("gives back the tree, its classes, its values and who saved it")
    func roundTrip() throws {
        let result = try bench.save()
        #expect(result.nodeCount == 2 && result.leftOut.isEmpty)
        #expect(try result.byteCount == bench.device.files.read(ArchiveBench.path).count)
        let state = try #require(try bench.archive.restore { _ in true }.state)
        #expect(state.header == .init(formatVersion: 1, bundleVersion: "42"))
        #expect(state.nodes.map(\.path) == [["main"], ["main", "list"]])
        #expect(state.nodes.map(\.identifier) == ["main", "list"])
        #expect(state.nodes.map(\.restorationClass) == [nil, "NoteList"])
        let list = try #require(state.node(at: ["main", "list"]))
        #expect(list.keys == ["selection"])
        #expect(try list.decode(Int.self, forKey: "selection") == 7)
        #expect(try state.node(at: ["main"])?.decode(forKey: "tab") == "notes")
        #expect(try list.decode(Int.self, forKey: "tab") == nil)
        #expect(state.node(at: ["list"]) == nil && state.node(at: []) == nil)
    }

    @Test("keeps siblings in their order, and the same identifier below different parents")
    func order() throws {
        let leaf = RestorableNode("leaf", optsIn: true)
        let children: [RestorationIdentifier] = ["c", "a", "b"]
        let root = RestorableNode(
            "root",
            optsIn: true,
            children: children.map { .init($0, optsIn: true, children: [leaf]) }
        )
        try bench.archive.save(root, bundleVersion: "1")
        let state = try #require(try bench.archive.restore { _ in true }.state)
        #expect(state.children(of: []).map(\.identifier) == ["root"])
        #expect(state.children(of: ["root"]).map(\.identifier) == ["c", "a", "b"])
        for name in children {
            #expect(state.children(of: ["root", name]).map(\.path) == [["root", name, "leaf"]])
        }
        #expect(state.children(of: ["root", "a", "leaf"]).isEmpty)
        #expect(state.children(of: ["nowhere"]).isEmpty)
    }

    @Test(
        "is one file of the class that was asked for, whatever lay there",
        arguments: ProtectionClass.allCases
    )
    func protection(_ protection: ProtectionClass) throws {
        let bench = try ArchiveBench(as: protection)
        for before in [ProtectionClass.complete, .none] {
            try bench.device.files.write([1], to: ArchiveBench.path, as: before)
            try bench.save()
            #expect(try bench.names() == ["state"])
            let metadata = try bench.device.files.metadata(of: ArchiveBench.path)
            #expect(metadata.protection == protection)
        }
    }

    @Test("is of class complete-until-first-user-authentication unless another is named")
    func usualProtection() throws {
        let archive = try StateArchive(bench.device.files, at: "/other")
        #expect(archive.protection == .completeUntilFirstUserAuthentication)
        #expect(archive.limits == .standard)
    }

    @Test("is replaced by the next save, and equal state makes equal bytes")
    func replaces() throws {
        try bench.save(selection: 1)
        let first = try bench.device.files.read(ArchiveBench.path)
        try bench.save(selection: 2)
        #expect(try bench.device.files.read(ArchiveBench.path) != first)
        try bench.save(selection: 1)
        #expect(try bench.device.files.read(ArchiveBench.path) == first)
    }

    @Test(
        "cannot be the root, nor have a name with no room for the marker's",
        arguments: [
            ("/", false), ("/" + String(repeating: "a", count: 246), false),
            ("/a/" + String(repeating: "ä", count: 123), false),
            ("/a/" + String(repeating: "a", count: 245), true),
        ]
    )
    func places(path: String, isPossible: Bool) throws {
        let path = try DevicePath(path)
        let error = refused { try StateArchive(bench.device.files, at: path) }
        #expect(error?.code == (isPossible ? nil : .invalidArgument))
    }

    @Test(
        "cannot be saved into a folder that is not there, nor over one, and says the store's reason"
    )
    func noPlace() throws {
        let missing = try StateArchive(bench.device.files, at: "/nowhere/state")
        let error = refused { try missing.save(ArchiveBench.tree(), bundleVersion: "1") }
        #expect(error?.code == .notFound)
        #expect(try missing.restore { _ in true }.word == "missing")
        try bench.device.files.makeDirectory("/folder")
        let folder = try StateArchive(bench.device.files, at: "/folder")
        let calls: [() throws -> Void] = [
            { try folder.save(ArchiveBench.tree(), bundleVersion: "1") },
            { _ = try folder.restore { _ in true } }, { try folder.discard() },
        ]
        for call in calls {
            let error = refused(call)
            #expect(error?.code == .isADirectory)
        }
        #expect(try bench.device.files.names(in: .root) == ["folder"])
    }

    @Test("is not saved for an invalid version of the bundle", arguments: [0, 256])
    func bundleVersion(count: Int) throws {
        let version = String(repeating: "1", count: count)
        let error = refused {
            try bench.archive.save(ArchiveBench.tree(), bundleVersion: version)
        }
        #expect(error?.code == .invalidArgument)
        #expect(try bench.names().isEmpty)
    }

    @Test("is discarded by a save in which nothing takes part, and says what was left out")
    func emptySave() throws {
        try bench.save()
        let result = try bench.archive.save(RestorableNode("main"), bundleVersion: "42")
        #expect(result.nodeCount == 0 && result.byteCount == 0)
        #expect(result.leftOut == [LeftOutPart(.node, of: ["main"], .notOptedIn)])
        #expect(try bench.names().isEmpty)
        #expect(try bench.restore() == "missing")
    }

    @Test("is the old one or the new one when the disk fills up or fails in the middle of a save")
    func faults() throws {
        let faulty = try FaultyDevice()
        let bench = try ArchiveBench(faulty.device)
        let archive = bench.archive
        try bench.save(selection: 1)
        let count = try faulty.callCount { try bench.save(selection: 1) }
        try #require(count > 5)
        for fault in [FaultPlan.Fault.diskFull, .diskError] {
            for index in 0..<count {
                try bench.save(selection: 1)
                var error: (any Error)?
                faulty.run(FaultPlan([.call(index): fault])) {
                    do { try bench.save(selection: 2) } catch let thrown { error = thrown }
                }
                let code = (error as? ProtectionError)?.code
                #expect(error == nil || code == .noSpace || code == .inputOutput)
                let state = try #require(try archive.restore { _ in true }.state)
                try archive.completeRestoration()
                let list = state.node(at: ["main", "list"])
                let selection = try list?.decode(Int.self, forKey: "selection")
                #expect(selection == 2 || error != nil && selection == 1)
            }
        }
    }
}

import SimulatedDisk
import SystemIO
import SystemPackage
import Testing

@Suite("Power losses: names")
struct PowerLossOfNamesTests {
    @Test("a synced file without a synced folder may have no name")
    func nameNotSynced() throws {
        let disk = try LossyFiles()
        let file = try disk.create("f")
        try disk.write(file, [1])
        try disk.sync(file)
        #expect(Set(try disk.afterEach().map { try $0.bytes("f") }) == [nil, [1]])
    }

    @Test("a synced name without a synced file may have no bytes")
    func bytesNotSynced() throws {
        let disk = try LossyFiles()
        try disk.write(try disk.create("f"), [1])
        try disk.sync()
        #expect(Set(try disk.afterEach().map { try $0.bytes("f") }) == [[], [0], [1]])
    }

    @Test("names of one folder are lost from the end")
    func prefix() throws {
        let disk = try LossyFiles()
        for name in ["a", "b", "c"] { disk.files.close(try disk.create(name)) }
        try disk.files.unlink("a", in: disk.root, folder: false)
        let found = Set(try disk.afterEach().map { try $0.names() })
        #expect(found == [[], ["a"], ["a", "b"], ["a", "b", "c"], ["b", "c"]])
    }

    @Test("an atomic replacement leaves the old or the new file, never neither")
    func replacement() throws {
        let disk = try LossyFiles()
        let old = try disk.create("f")
        try disk.write(old, [1])
        try disk.sync(old)
        try disk.sync()
        disk.files.close(old)
        let new = try disk.create("t")
        try disk.write(new, [2])
        try disk.sync(new)
        try disk.rename("t", to: "f")
        #expect(Set(try disk.afterEach().map { try $0.bytes("f") }) == [[1], [2]])
        try disk.sync()
        #expect(Set(try disk.afterEach().map { try $0.bytes("f") }) == [[2]])
        #expect(disk.files.losableChangeCount == 0)
    }

    @Test("the control: without syncing the new file the replacement may be empty")
    func replacementWithoutSync() throws {
        let disk = try LossyFiles()
        try disk.write(try disk.create("t"), [2])
        try disk.rename("t", to: "f")
        try disk.sync()
        #expect(try disk.after(.dropAll).bytes("f") == [])
    }

    @Test("a rename between folders is never half done")
    func moved() throws {
        let disk = try LossyFiles()
        disk.files.close(try disk.create("f"))
        try disk.sync()
        let folder = try disk.makeFolder("d")
        try disk.files.rename("f", in: disk.root, to: "g", in: folder, replacing: true)
        for found in try disk.afterEach() {
            let names = try found.names()
            #expect(names == ["f"] || names == ["d", "f"] || names == ["d"])
            #expect((try found.bytes("f") == nil) == (try found.bytes("d/g") != nil))
        }
        try disk.sync(folder)
        #expect(try disk.after(.dropAll).names() == ["d"])
        #expect(try disk.after(.dropAll).names("d") == ["g"])
    }

    @Test("a file moved into a new folder is never gone with that folder")
    func movedIntoNewFolder() throws {
        let disk = try LossyFiles()
        disk.files.close(try disk.create("f"))
        disk.files.close(try disk.makeFolder("p"))
        try disk.sync()
        let new = try disk.makeFolder("p/new")
        try disk.files.rename("f", in: disk.root, to: "f", in: new, replacing: true)
        let found = Set(try disk.afterEach().map { try $0.names() + $0.names("p") })
        #expect(found == [["f", "p"], ["f", "p", "new"], ["p", "new"]])
        try disk.sync(new)
        #expect(try disk.after(.dropAll).names("p/new") == ["f"])
    }

    @Test("changes in two folders are lost independently")
    func independent() throws {
        let disk = try LossyFiles()
        let (one, two) = (try disk.makeFolder("1"), try disk.makeFolder("2"))
        try disk.sync()
        _ = try disk.create("a", in: one)
        _ = try disk.create("b", in: two)
        let found = Set(try disk.afterEach().map { try $0.names("1") + $0.names("2") })
        #expect(found == [[], ["a"], ["b"], ["a", "b"]])
    }

    @Test("a folder that was not synced keeps some of its first names, or goes with its name")
    func newFolder() throws {
        let disk = try LossyFiles()
        let folder = try disk.makeFolder("d")
        _ = try disk.create("a", in: folder)
        _ = try disk.create("b", in: folder)
        let found = Set(
            try disk.afterEach().map { try $0.names() == ["d"] ? $0.names("d") : ["none"] }
        )
        #expect(found == [["none"], [], ["a"], ["a", "b"]])
    }

    @Test("a removed file comes back with its bytes and one link")
    func removed() throws {
        let disk = try LossyFiles()
        let file = try disk.create("f")
        try disk.write(file, [1])
        try disk.sync(file)
        try disk.sync()
        try disk.files.unlink("f", in: disk.root, folder: false)
        disk.files.close(file)
        let found = try disk.after(.dropAll)
        #expect(try found.bytes("f") == [1])
        #expect(try found.files.status(of: "f", in: found.root).links == 1)
        try disk.sync()
        #expect(try disk.after(.dropAll).names() == [])
    }

    @Test("a removed folder comes back with what was in it")
    func removedFolder() throws {
        let disk = try LossyFiles()
        let folder = try disk.makeFolder("d")
        disk.files.close(try disk.create("f", in: folder))
        try disk.sync(folder)
        try disk.sync()
        try disk.files.unlink("f", in: folder, folder: false)
        disk.files.close(folder)
        try disk.files.unlink("d", in: disk.root, folder: true)
        let found = try disk.after(.dropAll)
        #expect(try found.names("d") == ["f"])
        #expect(try found.files.status(of: found.root).links == 3)
        try disk.sync()
        #expect(disk.files.losableChangeCount == 0)
    }

    @Test(
        "folders moved around never end up inside each other",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func moves(seed: UInt64) throws {
        let disk = try LossyFiles()
        let all = try ["a", "b", "c", "d", "e"].map { try disk.makeFolder($0) }
        let names = ["a", "b", "c", "d", "e"]
        try disk.sync()
        var random = SplitMix64(seed: seed)
        var places = [Int](repeating: 5, count: 5)
        for _ in 0..<40 {
            let (moved, target) = (
                Int.random(in: 0..<5, using: &random), Int.random(in: 0...5, using: &random)
            )
            let from = places[moved] == 5 ? disk.root : all[places[moved]]
            let to = target == 5 ? disk.root : all[target]
            let name = names[moved]
            do {
                try disk.files.rename(name, in: from, to: name, in: to, replacing: true)
                places[moved] = target
            } catch {
                #expect(error.errno == .invalidArgument)
            }
        }
        for choice in disk.files.enumerateCrashStates(limit: 200, seed: seed) {
            let found = try disk.after(choice)
            #expect(try countFolders(found, ".") == 6, "\(choice)")
        }
    }

    private func countFolders(_ disk: LossyFiles, _ path: String) throws -> Int {
        try disk.names(path).reduce(1) { try $0 + countFolders(disk, "\(path)/\($1)") }
    }
}

import SimulatedDisk
import SystemIO
import SystemPackage
import Testing

@Suite("Power losses: bytes")
struct PowerLossTests {
    private let old = [UInt8](repeating: 1, count: 1_024)
    private let new = [UInt8](repeating: 2, count: 1_024)

    /// A file whose first content and name are durable.
    private func settled(
        _ durability: MemoryDurability = .tracked
    ) throws
        -> (LossyFiles, Descriptor)
    {
        let disk = try LossyFiles(durability)
        let file = try disk.create("f")
        try disk.write(file, old)
        try disk.sync(file)
        try disk.sync()
        return (disk, file)
    }

    @Test("what was synced survives every loss")
    func synced() throws {
        let (disk, file) = try settled()
        #expect(disk.files.losableChangeCount == 0)
        try disk.write(file, new, at: 1_024)
        _ = try disk.create("other")
        for found in try disk.afterEach() {
            #expect(try found.bytes("f")?.prefix(1_024) == old[...])
        }
    }

    @Test("with a sync that does nothing, what was synced is lost: the control")
    func noOp() throws {
        let (disk, _) = try settled(.syncIsNoOp)
        #expect(try disk.after(.dropAll).names() == [])
        #expect(try disk.after(.keepAll).bytes("f") == old)
    }

    @Test("where nothing is remembered, nothing is lost")
    func everythingSurvives() throws {
        let disk = try LossyFiles(.everythingSurvives)
        try disk.write(try disk.create("f"), new)
        #expect(try disk.after(.dropAll).bytes("f") == new)
    }

    @Test("an overwrite that was not synced is lost, kept or torn between sectors")
    func torn() throws {
        let (disk, file) = try settled()
        try disk.write(file, new)
        let found = Set(try disk.afterEach().map { try $0.bytes("f") ?? [] })
        let (before, after) = ([UInt8](repeating: 1, count: 512), [UInt8](repeating: 2, count: 512))
        #expect(found == [old, new, before + after, after + before])
    }

    @Test("an append that was not synced leaves the old size, the new one, or zeros")
    func appended() throws {
        let (disk, file) = try settled()
        try disk.write(file, [7, 7, 7], at: 1_024)
        let found = Set(
            try disk.afterEach().map { Array(try $0.bytes("f")?.dropFirst(1_024) ?? []) }
        )
        #expect(found == [[], [0, 0, 0], [7, 7, 7]])
    }

    @Test("two writes to one sector never survive out of order")
    func oneSector() throws {
        let (disk, file) = try settled()
        try disk.write(file, [5], at: 0)
        try disk.write(file, [6], at: 1)
        let found = Set(try disk.afterEach().map { Array(try $0.bytes("f")?.prefix(2) ?? []) })
        #expect(found == [[1, 1], [5, 1], [5, 6]])
    }

    @Test("a later write survives without an earlier one to another sector")
    func outOfOrder() throws {
        let (disk, file) = try settled()
        try disk.write(file, [5], at: 0)
        try disk.write(file, [6], at: 512)
        let found = Set(
            try disk.afterEach().map { [try $0.bytes("f")?[0], try $0.bytes("f")?[512]] }
        )
        #expect(found == [[1, 1], [5, 1], [1, 6], [5, 6]])
    }

    @Test("a truncation is lost, or survives, and always does when a later write does")
    func truncated() throws {
        let (disk, file) = try settled()
        try disk.files.truncate(file, to: 0)
        try disk.write(file, [9])
        let found = Set(try disk.afterEach().map { try $0.bytes("f") ?? [] })
        #expect(found == [old, [], [0], [9]])
    }

    @Test("a snapshot is lost on its own, and the original goes on")
    func snapshot() throws {
        let (disk, file) = try settled()
        try disk.write(file, new)
        let copy = try LossyFiles(disk.files.snapshot())
        try disk.sync(file)
        #expect(try copy.after(.dropAll).bytes("f") == old)
        #expect(try disk.after(.dropAll).bytes("f") == new)
        try copy.write(file, [3])
        #expect(try disk.bytes("f") == new)
    }

    @Test("nothing is open or locked after a loss")
    func descriptors() throws {
        let (disk, file) = try settled()
        #expect(try disk.files.lock(file, .exclusive))
        #expect(try disk.files.lockByte(file, at: 0, .exclusive))
        let found = try disk.after(.keepAll)
        #expect(throws: SystemError(.badFileDescriptor, call: "fstat")) {
            try found.files.status(of: file)
        }
        let again = try found.create("f")
        #expect(try found.files.lock(again, .exclusive))
        #expect(try found.files.lockByte(again, at: 0, .exclusive))
    }

    @Test("where there are many changes the plain losses are always among the choices")
    func manyChanges() throws {
        let (disk, file) = try settled()
        for index in 0..<40 { try disk.write(file, [3], at: UInt64(index) * 512) }
        let choices = disk.files.enumerateCrashStates(limit: 200, seed: 5)
        #expect(choices.count == 200)
        #expect(choices.contains(.dropAll) && choices.contains(.keepAll))
        let prefixes = choices.filter { if case .upTo = $0 { true } else { false } }
        let losses = choices.filter { if case .without = $0 { true } else { false } }
        #expect(prefixes.count == 39 && losses.count == 39)
        #expect(disk.files.enumerateCrashStates(limit: 200, seed: 5) == choices)
        for choice in choices {
            let first = try disk.after(choice).bytes("f")
            #expect(try disk.after(choice).bytes("f") == first, "the same loss twice: \(choice)")
        }
    }

    @Test(
        "what a failed sync did not write is lost although a later sync succeeds",
        arguments: [UnsyncedPages.kept, .reverted]
    )
    func failedSync(pages: UnsyncedPages) throws {
        let (disk, file) = try settled()
        try disk.write(file, new)
        try disk.files.failSynchronize(file, pages)
        #expect(try disk.bytes("f") == (pages == .kept ? new : old))
        try disk.write(file, [4], at: 1_024)
        try disk.sync(file)
        #expect(try disk.after(.keepAll).bytes("f") == old + [4])
        #expect(try disk.after(.dropAll).bytes("f") == old + [4])
        try disk.write(file, new)
        try disk.sync(file)
        #expect(try disk.after(.dropAll).bytes("f") == new + [4])
    }
}

import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("Files and folders put together")
struct FolderImportTests {
    private let device: FaultyDevice
    private var files: FileStore { device.device.files }

    init() throws {
        device = try FaultyDevice()
        try files.makeDirectory("/in", as: .completeUnlessOpen)
    }

    private func contents(_ count: Int) -> [NewContent] {
        (0..<count).map { NewContent(name: "f\($0)", source: BytesSource([UInt8($0)])) }
    }

    /// Puts files into one folder.
    private func put(
        _ contents: [NewContent],
        in path: DevicePath,
        of store: FileStore? = nil
    ) throws {
        let all = FolderImport(into: store ?? files)
        for content in contents { try all.add(content, to: path) }
        try all.finish()
    }

    @Test("each has its content, class, mode and time")
    func whole() throws {
        let time = Timestamp(seconds: 1_000, nanoseconds: 5)
        try put(
            [
                NewContent(
                    name: "a",
                    source: BytesSource([1]),
                    attributes: NewAttributes(mode: 0o640, modified: time)
                ),
                NewContent(name: "b", source: BytesSource([2]), protection: .complete),
            ],
            in: "/in"
        )
        let first = try files.metadata(of: "/in/a")
        #expect(first.protection == .completeUnlessOpen)
        #expect(first.mode == 0o640)
        #expect(first.modified == time)
        #expect(try files.metadata(of: "/in/b").protection == .complete)
        #expect(try files.read("/in/a") == [1])
        #expect(try files.read("/in/b") == [2])
    }

    @Test("what was there is replaced, and its wrap overwritten")
    func replaced() throws {
        let memory = device.device.memoryFileSystem
        let hostFiles = device.device.host
        let host = try hostFiles.newEntry(in: hostFiles.onlyFolder()) {
            try files.write([9, 9], to: "/in/f0", as: .complete)
        }
        let old = try memory.open(host, in: nil, [], permissions: 0)
        defer { memory.close(old) }
        let reader = try device.device.secondStore().open("/in/f0", .read)
        try put(contents(2), in: "/in")
        #expect(try files.read("/in/f0") == [0])
        #expect(try files.metadata(of: "/in/f0").protection == .completeUnlessOpen)
        #expect(try reader.read(at: 0, count: 2) == [9, 9])
        var header = [UInt8](repeating: 1, count: 1_024)
        var span = header.mutableSpan
        var bytes = span.mutableBytes
        #expect(try memory.read(old, into: &bytes, at: 0) == 1_024)
        #expect(header.allSatisfy { $0 == 0 })
    }

    @Test("what was sealed before its writing broke off is overwritten before it is unlinked")
    func brokenWriting() throws {
        let memory = device.device.memoryFileSystem
        let found = Mutex<[Bool]>([])
        let plan = FaultPlan([.nth(0, .write): .shortWrite(1_500), .nth(1, .write): .diskError]) {
            _,
            call in
            guard call == .unlink else { return }
            let bytes = (try? HostFiles(memory.crash(.keepAll)).allBytes()) ?? [:]
            let half = bytes.values.filter { $0.count == 1_500 }
            found.withLock { $0 += half.map { $0.prefix(1_024).allSatisfy { $0 == 0 } } }
        }
        device.run(plan) {
            let content = NewContent(
                name: "f",
                source: BytesSource([UInt8](repeating: 7, count: 5_000))
            )
            #expect(refusal { try put([content], in: "/in") } == .inputOutput)
        }
        #expect(found.withLock { $0 } == [true])
        #expect(try files.names(in: "/in") == [])
    }

    @Test("one class that is not available saves none")
    func locked() throws {
        try device.device.lock()
        let contents = [
            NewContent(name: "a", source: BytesSource([1])),
            NewContent(name: "b", source: BytesSource([2]), protection: .complete),
        ]
        #expect(refusal { try put(contents, in: "/in") } == .protectedDataUnavailable)
        #expect(try files.names(in: "/in") == [])
        #expect(try device.device.host.leftovers(try device.device.host.onlyFolder()) == [])
    }

    @Test("a folder in the place of one stops there; those before it are saved")
    func folderInTheWay() throws {
        try files.makeDirectory("/in/f1")
        #expect(refusal { try put(contents(3), in: "/in") } == .isADirectory)
        #expect(try files.names(in: "/in") == ["f0", "f1"])
        #expect(try files.read("/in/f0") == [0])
        #expect(try files.check().isClean)
    }

    @Test("a source that breaks off stops there; those before it are saved")
    func brokenSource() throws {
        var contents = contents(3)
        contents[1] = NewContent(name: "f1", source: BrokenSource())
        #expect(refusal { try put(contents, in: "/in") } == .inputOutput)
        #expect(try files.names(in: "/in") == ["f0"])
        #expect(try device.device.host.leftovers(try device.device.host.onlyFolder()) == [])
    }

    @Test(
        "whatever call fails, each file is old or new; what was acknowledged survives a power loss",
        arguments: [true, false]
    )
    func faults(isReplacing: Bool) throws {
        let old = isReplacing ? [0, 1, 2].map { [UInt8(10 + $0)] } : []
        func prepared() throws -> FaultyDevice {
            let device = try FaultyDevice()
            for (number, bytes) in old.enumerated() {
                try device.device.files.write(bytes, to: try DevicePath("/f\(number)"))
            }
            return device
        }
        let sample = try prepared()
        let count = try sample.callCount {
            try put(contents(3), in: .root, of: sample.device.files)
        }
        for call in 0...count {
            let device = try prepared()
            var isDone = false
            device.run(FaultPlan([.call(call): .diskError])) {
                isDone = (try? put(contents(3), in: .root, of: device.device.files)) != nil
            }
            let restarted = try RestartedDevice(on: device.device.memoryFileSystem.crash(.dropAll))
            try restarted.unlock()
            let found = try restarted.files.names(in: .root)
            for number in 0..<3 {
                let name = "f\(number)"
                guard found.contains(name) else {
                    #expect(!isReplacing && !isDone, "call \(call): \(name) is missing")
                    continue
                }
                let bytes = try restarted.files.read(try DevicePath("/" + name))
                let allowed =
                    isDone ? [[UInt8(number)]] : [[UInt8(number)]] + old.dropFirst(number).prefix(1)
                #expect(allowed.contains(bytes), "call \(call): \(name) is \(bytes)")
            }
            #expect(try restarted.files.check().isClean)
        }
    }

    @Test("a folder that is new is synced once for all, however many files are in it")
    func calls() throws {
        let syncs = try device.calls {
            let all = FolderImport(into: files)
            try all.beginFolder(
                "/new",
                attributes: NewAttributes(mode: 0o750, modified: Timestamp(seconds: 9))
            )
            for content in contents(200) { try all.add(content, to: "/new") }
            try all.beginFolder(
                "/new/inner",
                as: .complete,
                attributes: NewAttributes(mode: 0o700, modified: Timestamp(seconds: 5))
            )
            for content in contents(200) { try all.add(content, to: "/new/inner") }
            try all.endFolder("/new/inner")
            try all.endFolder("/new")
            try all.finish()
        }.count { $0 == .synchronize }
        // The content, and the name.
        #expect(syncs == 2)
        #expect(try files.names(in: "/new").count == 201)
        #expect(try files.read("/new/inner/f199") == [199])
        #expect(try files.metadata(of: "/new/inner/f7").protection == .complete)
        #expect(try files.metadata(of: "/new").mode == 0o750)
        #expect(try files.metadata(of: "/new").modified == Timestamp(seconds: 9))
        #expect(try files.metadata(of: "/new/inner").modified == Timestamp(seconds: 5))
        #expect(try files.check().isClean)
    }

    @Test("a folder that is there is merged into, also with more files than are made at once")
    func merged() throws {
        try files.write([9], to: "/in/old")
        try files.write([9], to: "/in/f1", as: .complete)
        let heard = Mutex<[String]>([])
        let named = Mutex(0)
        let all = FolderImport(
            into: files,
            FolderImport.Observer(
                onNamed: { count in named.withLock { $0 += count } },
                onReplaced: { path, before, after in
                    heard.withLock { $0.append("\(path) \(before.name) \(after.name)") }
                }
            )
        )
        let new = NewAttributes(mode: 0o700, modified: Timestamp(seconds: 9))
        try all.beginFolder("/in", attributes: new)
        let long = String(repeating: "long", count: 50)
        try all.beginFolder(try DevicePath("/in/" + long))
        try all.add(
            NewContent(name: long, source: BytesSource([4])),
            to: try DevicePath("/in/" + long)
        )
        for number in 0..<300 {
            try all.add(
                NewContent(name: "f\(number)", source: BytesSource([UInt8(number % 256)])),
                to: "/in"
            )
        }
        try all.endFolder("/in")
        try all.finish()
        #expect(try files.names(in: "/in").count == 302)
        #expect(try files.read("/in/old") == [9])
        #expect(try files.read("/in/f299") == [43])
        #expect(try files.read(try DevicePath("/in/\(long)/\(long)")) == [4])
        #expect(try files.metadata(of: "/in").modified == Timestamp(seconds: 9))
        #expect(heard.withLock { $0 } == ["/in/f1 complete complete-unless-open"])
        #expect(named.withLock { $0 } == 301)
        #expect(try device.device.host.leftovers(try device.device.host.onlyFolder()) == [])
    }

    @Test(
        "a folder that another process makes meanwhile is not a failure of its own, and is left alone"
    )
    func overtaken() throws {
        let other = try device.device.secondStore()
        let all = FolderImport(into: files)
        try all.beginFolder("/new")
        for content in contents(256) { try all.add(content, to: "/new") }
        try other.makeDirectory("/new")
        try other.write([7], to: "/new/theirs")
        do {
            try all.finish()
            Issue.record("it went well")
        } catch let error as ProtectionError {
            #expect(error.cause is FolderImport.Overtaken)
        }
        #expect(try files.names(in: "/new") == ["theirs"])
        #expect(try device.device.host.leftovers() == [])
    }

    @Test("no key, nothing made: before the first unlock there is not even a folder")
    func beforeFirstUnlock() throws {
        let device = try SimulatedDevice.make(isUnlocked: false)
        let before = try device.host.names()
        let all = FolderImport(into: device.files)
        try all.beginFolder("/new")
        try all.add(NewContent(name: "a", source: BytesSource([1])), to: "/new")
        #expect(refusal { try all.finish() } == .protectedDataUnavailable)
        #expect(try device.host.names() == before)
    }

    @Test("what is aside when the program is told to end goes with it")
    func ended() throws {
        let all = FolderImport(into: files)
        try all.beginFolder("/new")
        for content in contents(256) { try all.add(content, to: "/new") }
        #expect(try device.device.host.leftovers().count == 1)
        files.takeAwayUnfinished()
        #expect(try device.device.host.leftovers() == [])
        #expect(try device.device.secondStore().names(in: .root) == ["in"])
        // The program ends here, and lets go of nothing.
        _ = Unmanaged.passRetained(all)
    }
}

/// Content that cannot be read.
struct BrokenSource: ContentSource {
    func read(into bytes: inout MutableRawSpan) throws -> Int {
        throw ProtectionError(.inputOutput, "the source broke off")
    }
}

import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO
import TestSupport
import Testing

@Suite("Several files saved at once")
struct BatchTests {
    private let device: FaultyDevice
    private var files: FileStore { device.device.files }

    init() throws {
        device = try FaultyDevice()
        try files.makeDirectory("/in", as: .completeUnlessOpen)
    }

    private func contents(_ count: Int) -> [NewContent] {
        (0..<count).map { NewContent(name: "f\($0)", source: BytesSource([UInt8($0)])) }
    }

    @Test("each has its content, class, mode and time")
    func whole() throws {
        let time = Timestamp(seconds: 1_000, nanoseconds: 5)
        try files.write(
            [
                NewContent(name: "a", source: BytesSource([1]), mode: 0o640, modified: time),
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

    @Test("none at all is nothing")
    func empty() throws {
        try files.write([], in: "/in")
        #expect(refusal { try files.write([], in: "/missing") } == .notFound)
    }

    @Test("what was there is replaced, and its wrap overwritten")
    func replaced() throws {
        try files.write([9, 9], to: "/in/f0", as: .complete)
        let reader = try device.device.secondStore().open("/in/f0", .read)
        try files.write(contents(2), in: "/in")
        #expect(try files.read("/in/f0") == [0])
        #expect(try files.metadata(of: "/in/f0").protection == .completeUnlessOpen)
        #expect(try reader.read(at: 0, count: 2) == [9, 9])
    }

    @Test("one class that cannot be had saves none")
    func locked() throws {
        try device.device.lock()
        let contents = [
            NewContent(name: "a", source: BytesSource([1])),
            NewContent(name: "b", source: BytesSource([2]), protection: .complete),
        ]
        #expect(refusal { try files.write(contents, in: "/in") } == .protectedDataUnavailable)
        #expect(try files.names(in: "/in") == [])
        #expect(try device.device.host.leftovers(try device.device.host.onlyFolder()) == [])
    }

    @Test("a folder in the place of one stops there; those before it are saved")
    func folderInTheWay() throws {
        try files.makeDirectory("/in/f1")
        #expect(refusal { try files.write(contents(3), in: "/in") } == .isADirectory)
        #expect(try files.names(in: "/in") == ["f0", "f1"])
        #expect(try files.read("/in/f0") == [0])
        #expect(try files.check().isClean)
    }

    @Test("a source that breaks off stops there; those before it are saved")
    func brokenSource() throws {
        var contents = contents(3)
        contents[1] = NewContent(name: "f1", source: BrokenSource())
        #expect(refusal { try files.write(contents, in: "/in") } == .inputOutput)
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
        let count = try sample.callCount { try sample.device.files.write(contents(3), in: .root) }
        for call in 0...count {
            let device = try prepared()
            var isDone = false
            device.run(FaultPlan([.call(call): .diskError])) {
                isDone = (try? device.device.files.write(contents(3), in: .root)) != nil
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

    @Test("256 files ask for keys once, and sync their folder once")
    func calls() throws {
        let syncs = try device.calls { try files.write(contents(256), in: "/in") }
            .count { $0 == .synchronize }
        #expect(syncs == 257)
    }
}

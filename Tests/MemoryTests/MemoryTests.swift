import Foundation
import MemoryProbe
import ProtectionModel
import TestSupport
import Testing

@Suite(
    "What is in memory",
    .serialized,
    .enabled(if: MemoryScanner.isPossible, "another process's memory cannot be read here")
)
struct MemoryTests {
    @Test("a program that holds the keys has exactly those that the lock state allows")
    func inProcess() throws {
        let device = try TestDevice()
        let probe = try ProbeProcess(
            ["in-process"] + device.place + [device.passcodeFile, "--making"]
        )
        #expect(probe.line() == "ready")
        try device.learnKeys()
        let story = LockStory(device: device, holder: probe, worker: probe)
        try story.run()
    }

    @Test("an agent and its client have exactly the keys that the lock state allows")
    func agentAndClient() throws {
        let device = try TestDevice()
        let maker = try ProbeProcess(["make"] + device.place + [device.passcodeFile])
        #expect(maker.line() == "")
        try device.learnKeys()
        let agent = try ProbeProcess(["agent"] + device.place + [device.runtimeFolder])
        #expect(agent.line() == "ready")
        let client = try ProbeProcess(["client", device.directory, device.runtimeFolder])
        #expect(client.line() == "ready")
        let story = LockStory(device: device, holder: agent, worker: client)
        try story.run()
        #expect(agent.line() == "ended")
    }

    @Test(
        "a wipe left out is found",
        arguments: [
            ("complete-class-keys", DeviceOnDisk.keyName(.complete)),
            ("complete-file-keys", "/a: log key"),
        ]
    )
    func forgottenWipe(group: String, needle: String) throws {
        let device = try TestDevice()
        let probe = try ProbeProcess(
            ["in-process"] + device.place
                + [device.passcodeFile, "--making", "--spare", group]
        )
        #expect(probe.line() == "ready")
        try device.learnKeys()
        try probe.perform("unlock \(device.passcodeFile)")
        try probe.perform("put /a 1 5000 A")
        try device.learnFile("/a", seed: 1)
        try probe.perform("open /a 1")
        try probe.perform("lock")
        let report = try probe.scanner.scan(device.needles)
        #expect(report.found.contains(needle), "\(report)")
    }

    @Test("a lock in the middle of reads and writes leaves nothing", arguments: [1, 2, 3])
    func lockWhileBusy(round: UInt64) throws {
        let device = try TestDevice()
        let probe = try ProbeProcess(
            ["in-process"] + device.place + [device.passcodeFile, "--making"]
        )
        #expect(probe.line() == "ready")
        try lockWhileBusy(round, device, probe)
        let report = try probe.scanner.scan(device.needles)
        #expect(report.found == LockStory.holderWhileLocked, "\(report)")
    }

    @Test(
        "a lock that catches an agent's client reading leaves nothing in either",
        arguments: [4, 5]
    )
    func lockOfBusyClient(round: UInt64) throws {
        let device = try TestDevice()
        let maker = try ProbeProcess(["make"] + device.place + [device.passcodeFile])
        #expect(maker.line() == "")
        let agent = try ProbeProcess(["agent"] + device.place + [device.runtimeFolder])
        #expect(agent.line() == "ready")
        let client = try ProbeProcess(["client", device.directory, device.runtimeFolder])
        #expect(client.line() == "ready")
        try lockWhileBusy(round, device, client)
        let inAgent = try agent.scanner.scan(device.needles)
        #expect(inAgent.found == LockStory.holderWhileLocked, "\(inAgent)")
        let inClient = try client.scanner.scan(device.needles)
        // With these a client reads names and headers, in every state.
        #expect(inClient.found == ["volume keys"], "\(inClient)")
    }

    /// Locks while two threads of the worker read and write class A files.
    private func lockWhileBusy(
        _ round: UInt64,
        _ device: TestDevice,
        _ worker: ProbeProcess
    ) throws {
        try device.learnKeys()
        try worker.perform("unlock \(device.passcodeFile)")
        try worker.perform("put /small \(round) 5000 A")
        try device.learnFile("/small", seed: round)
        try worker.perform("put /large \(round + 100) 1500000 A")
        try device.learnFile("/large", seed: round + 100)
        try worker.perform("churn /small \(round)")
        try worker.perform("churn /large \(round + 100)")
        try worker.perform("lock")
        #expect(
            try worker.perform("calm x")
                == "protected-data-unavailable protected-data-unavailable"
        )
    }

    @Test("a reader that stalls in a pipe at the lock keeps the piece it is writing, then nothing")
    func stalledReader() throws {
        let device = try TestDevice()
        let probe = try ProbeProcess(
            ["in-process"] + device.place + [device.passcodeFile, "--making"]
        )
        #expect(probe.line() == "ready")
        try stallAndLock(device, probe, leaving: 64 << 10)
    }

    @Test("an agent's client that stalls in a pipe does so, too")
    func stalledClient() throws {
        let device = try TestDevice()
        let maker = try ProbeProcess(["make"] + device.place + [device.passcodeFile])
        #expect(maker.line() == "")
        let agent = try ProbeProcess(["agent"] + device.place + [device.runtimeFolder])
        #expect(agent.line() == "ready")
        let client = try ProbeProcess(["client", device.directory, device.runtimeFolder])
        #expect(client.line() == "ready")
        try stallAndLock(device, client, leaving: 64 << 10)
    }

    @Test("plaintext of a stalled reader that is not wiped is found")
    func forgottenPlaintext() throws {
        let device = try TestDevice()
        let probe = try ProbeProcess(
            ["in-process"] + device.place
                + [device.passcodeFile, "--making", "--spare", "complete-file-keys"]
        )
        #expect(probe.line() == "ready")
        try stallAndLock(device, probe, leaving: 4 << 20)
    }

    /// Locks while a reader stalls, expects so many bytes of plaintext at most to be left, and more
    /// than half of them, and none when the reader has ended.
    private func stallAndLock(
        _ device: TestDevice,
        _ probe: ProbeProcess,
        leaving byteCount: Int
    ) throws {
        let plaintext = Needle(name: "plaintext", bytes: Pattern(seed: 7).bytes)
        func plaintextByteCount() throws -> Int {
            try probe.scanner.scan([plaintext]).hits.count * 16
        }
        let pipe = device.folder + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        try probe.perform("unlock \(device.passcodeFile)")
        try probe.perform("put /f 7 \(4 << 20) A")
        try probe.perform("stall /f 7 \(pipe)")
        #expect(try plaintextByteCount() > 1 << 20)
        try probe.perform("lock")
        let left = try plaintextByteCount()
        #expect((byteCount / 2...byteCount).contains(left), "\(left)")
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        while read(reader, &bytes, bytes.count) > 0 {}
        #expect(try probe.perform("stalled") == "protected-data-unavailable")
        #expect(try plaintextByteCount() == 0)
    }

    @Test("rounds of lock, unlock and work leave nothing behind")
    func manyRounds() throws {
        let device = try TestDevice()
        let probe = try ProbeProcess(
            ["in-process"] + device.place + [device.passcodeFile, "--making"]
        )
        #expect(probe.line() == "ready")
        try device.learnKeys()
        var generator = SystemRandomNumberGenerator()
        try probe.perform("unlock \(device.passcodeFile)")
        let paths = ["/a A", "/b B"]
        for round in 0..<(isExhaustive ? 20 : 6) {
            for (index, path) in paths.enumerated() {
                let words = path.split(separator: " ")
                let seed = UInt64(index) + 1
                let size = Int.random(in: 1...60_000, using: &generator) / 32 * 32 + 32
                let first = round == 0 ? "put" : ["put", "save"].randomElement(using: &generator)
                try probe.perform("\(first ?? "put") \(words[0]) \(seed) \(size) \(words[1])")
                try device.learnFile(String(words[0]), seed: seed)
                try probe.perform("open \(words[0]) \(seed)")
                try probe.perform("write \(words[0]) \(seed) \(size / 2)")
                try probe.perform("read \(words[0]) \(seed)")
                if Bool.random(using: &generator) {
                    try probe.perform("replace \(words[0]) \(seed) \(size)")
                }
                try probe.perform("close \(words[0]) \(seed)")
                try device.learnFileKeys()
                try probe.perform("get \(words[0]) \(seed)")
            }
            try probe.perform("lock")
            let report = try probe.scanner.scan(device.needles)
            #expect(report.found == LockStory.holderWhileLocked, "round \(round): \(report)")
            try probe.perform("unlock \(device.passcodeFile)")
        }
    }
}

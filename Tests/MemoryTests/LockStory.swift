import ProtectionModel
import Testing

/// A device from its first unlock to its end, with a look into all memory at every turn.
///
/// Two processes or one: the holder of the class keys, and the worker that uses files.
struct LockStory {
    let device: TestDevice
    let holder: ProbeProcess
    let worker: ProbeProcess

    private var isOneProcess: Bool { holder === worker }

    /// What is there as long as the device is on.
    private static let whileOn: Set<String> = [
        "device secret for wrapping", "device secret for keybag code",
        "device secret for attempt code", "device secret for verifier code",
        "device secret for erase code", "device secret for rules code",
        "device secret for tangling", "volume keys",
        DeviceOnDisk.keyName(.none),
    ]
    /// What the holder has while locked after the first unlock.
    static let holderWhileLocked = whileOn.union([
        DeviceOnDisk.keyName(.completeUntilFirstUserAuthentication),
        DeviceOnDisk.keyName(.completeWhenUserInactive),
    ])
    private static let holderWhileUnlocked = holderWhileLocked.union([
        DeviceOnDisk.keyName(.complete), DeviceOnDisk.keyName(.completeUnlessOpen),
        "keybag key",
    ])

    func run() throws {
        try expect(holder: Self.whileOn, worker: [], "before the first unlock")
        try unlockWithAnError()
        try expect(holder: Self.holderWhileUnlocked, worker: [], "unlocked, no file yet")
        try makeFiles()
        try expect(holder: Self.holderWhileUnlocked, worker: [], "all files closed")
        try open()
        try expect(
            holder: Self.holderWhileUnlocked,
            worker: keys(of: "/a-open").union(keys(of: "/b-open")),
            "two handles open"
        )
        try worker.perform("lock")
        #expect(try worker.answer("read /a-open 1") == "failed protected-data-unavailable")
        try worker.perform("read /b-open 3")
        try worker.perform("write /b-open 3 2000")
        try expect(holder: Self.holderWhileLocked, worker: keys(of: "/b-open"), "locked")
        try worker.perform("unlock \(device.passcodeFile)")
        try worker.perform("read /a-open 1")
        try worker.perform("read /b-open 3")
        try expect(
            holder: Self.holderWhileUnlocked,
            worker: keys(of: "/a-open").union(keys(of: "/b-open")),
            "unlocked again"
        )
        try changePasscode()
        try worker.perform("shutdown")
        try expect(holder: [], worker: [], isOn: false, "off")
    }

    /// A wrong passcode is as secret as the right one, from which it may differ in a letter.
    private func unlockWithAnError() throws {
        let wrong = device.folder + "/wrong"
        try device.makePasscode(at: wrong)
        #expect(try worker.answer("unlock \(wrong)") == "failed passcode-incorrect")
        try worker.perform("unlock \(device.passcodeFile)")
    }

    private func makeFiles() throws {
        let files = [
            ("/a-open", "A", 1), ("/a-closed", "A", 2),
            ("/b-open", "B", 3), ("/b-closed", "B", 4),
            ("/c-large", "C", 5),
        ]
        for (path, protection, seed) in files {
            let size = path == "/a-open" ? 4_096 : 3 << 20
            try worker.perform("put \(path) \(seed) \(size) \(protection)")
            try device.learnFile(path, seed: UInt64(seed))
            try worker.perform("append \(path) \(seed) 200000")
            try device.learnFileKeys()
            let length = try worker.perform("get \(path) \(seed)")
            #expect(length == "\(size + 200_000)")
        }
        try worker.perform("copy /a-closed 2 /a-copy")
        try device.learnFile("/a-copy", seed: 2)
    }

    private func open() throws {
        for (path, seed) in [("/a-open", 1), ("/b-open", 3)] {
            try worker.perform("open \(path) \(seed)")
            try worker.perform("write \(path) \(seed) 100000")
            try worker.perform("read \(path) \(seed)")
        }
    }

    private func changePasscode() throws {
        let new = device.folder + "/new"
        try device.makePasscode(at: new)
        try worker.perform("change \(device.passcodeFile) \(new)")
        try device.learnKeys(passcodeFile: new)
    }

    /// An open handle keeps what its file key leads to, not that key itself.
    private func keys(of path: String) -> Set<String> {
        ["\(path): base key", "\(path): log key"]
    }

    private func expect(
        holder expectedInHolder: Set<String>,
        worker expectedInWorker: Set<String>,
        isOn: Bool = true,
        _ moment: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let inWorker =
            isOneProcess
            ? expectedInHolder.union(expectedInWorker)
            : expectedInWorker.union(isOn ? ["volume keys"] : [])
        try expect(inWorker, in: worker, "\(moment), worker", location)
        guard !isOneProcess else { return }
        try expect(expectedInHolder, in: holder, "\(moment), holder", location)
    }

    private func expect(
        _ expected: Set<String>,
        in process: ProbeProcess,
        _ moment: String,
        _ location: SourceLocation
    ) throws {
        let report = try process.scanner.scan(device.needles)
        let missing = expected.subtracting(report.found).sorted()
        let surplus = report.found.subtracting(expected).sorted()
        #expect(missing == [], "\(moment): not found", sourceLocation: location)
        let places = report.hits.filter { surplus.contains($0.needle) }
        #expect(surplus == [], "\(moment): \(places)", sourceLocation: location)
    }
}

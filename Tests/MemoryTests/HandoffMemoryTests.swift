import Foundation
import MemoryProbe
import Testing

/// Two programs, each with a device of its own: what is in memory and on disk of the one that is locked.
@Suite(
    "What a locked device has of an activity (row H-31)",
    .serialized,
    .enabled(if: MemoryScanner.isPossible, "another process's memory cannot be read here")
)
struct HandoffMemoryTests {
    private let devices: [TestDevice]
    private let phone: ProbeProcess
    private let desk: ProbeProcess
    private let needles = ["title", "text"].map { name in
        Needle(name: name, bytes: Array("\(name)-\(UUID().uuidString.lowercased())".utf8))
    }

    init() throws {
        devices = [try TestDevice(), try TestDevice()]
        let probes = try devices.map { device in
            let probe = try ProbeProcess(
                ["in-process"] + device.place + [device.passcodeFile, "--making"]
            )
            #expect(probe.line() == "ready")
            try probe.perform("unlock \(device.passcodeFile)")
            return probe
        }
        phone = probes[0]
        desk = probes[1]
        let socket = devices[0].runtimeFolder + "/phone"
        let code = try phone.perform("handoff found \(socket)")
        try desk.perform("handoff join \(socket) \(code)")
        let words = needles.map { String(decoding: $0.bytes, as: UTF8.self) }
        try phone.perform("handoff offer \(words.joined(separator: " "))")
        try desk.perform("handoff meet")
    }

    private func found(in process: ProbeProcess) throws -> Set<String> {
        try process.scanner.scan(needles).found
    }

    /// The texts that stand in a file of a device, as it lies on the disk.
    private func found(onDiskOf device: TestDevice) -> [String] {
        let files = FileManager.default.enumerator(atPath: device.folder)
        var found: [String] = []
        while let name = files?.nextObject() as? String {
            guard let data = FileManager.default.contents(atPath: device.folder + "/" + name) else {
                continue
            }
            found += needles.filter { data.range(of: Data($0.bytes)) != nil }.map(\.name)
        }
        return found
    }

    @Test(
        "a locked device fetches an activity, and has neither title nor user info until its unlock"
    )
    func locked() throws {
        try desk.perform("lock")
        for _ in 0..<3 {
            #expect(try desk.answer("handoff continue") == "failed protected-data-unavailable")
        }
        #expect(try found(in: desk).isEmpty)
        // They are found where they have to be.
        #expect(try found(in: phone) == ["title", "text"])
        #expect(found(onDiskOf: devices[1]).isEmpty)
        try desk.perform("unlock \(devices[1].passcodeFile)")
        try desk.perform("handoff continue")
        #expect(try found(in: desk) == ["title", "text"])
        #expect(found(onDiskOf: devices[0]).isEmpty)
        #expect(found(onDiskOf: devices[1]).isEmpty)
    }
}

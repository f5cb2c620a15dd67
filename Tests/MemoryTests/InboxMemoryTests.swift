import Foundation
import MemoryProbe
import SodiumCrypto
import Testing

/// Two programs on one device with an agent: what is left in memory of notifications and of the keys of pushes.
@Suite(
    "What is in memory of notifications",
    .serialized,
    .enabled(if: MemoryScanner.isPossible, "another process's memory cannot be read here")
)
struct InboxMemoryTests {
    private let device: TestDevice
    private let agent: ProbeProcess
    private let text = Needle(
        name: "text",
        bytes: Array("violet-otter-\(UUID().uuidString.lowercased())".utf8)
    )

    init() throws {
        device = try TestDevice()
        let maker = try ProbeProcess(["make"] + device.place + [device.passcodeFile])
        #expect(maker.line() == "")
        agent = try ProbeProcess(["agent"] + device.place + [device.runtimeFolder])
        #expect(agent.line() == "ready")
    }

    private func client() throws -> ProbeProcess {
        let client = try ProbeProcess(["client", device.directory, device.runtimeFolder])
        #expect(client.line() == "ready")
        return client
    }

    private func found(_ needle: Needle, in process: ProbeProcess) throws -> Bool {
        !(try process.scanner.scan([needle])).found.isEmpty
    }

    /// Whether a file of the device, as it lies on the disk, has a text.
    private func diskHas(_ needle: Needle) throws -> Bool {
        let files = FileManager.default.enumerator(atPath: device.directory)
        while let name = files?.nextObject() as? String {
            let data = FileManager.default.contents(atPath: device.directory + "/" + name)
            if data?.range(of: Data(needle.bytes)) != nil { return true }
        }
        return false
    }

    @Test(
        "after a removal or an uninstallation a text is nowhere",
        arguments: ["remove", "uninstall"]
    )
    func removal(command: String) throws {
        do {
            let app = try client()
            try app.perform("unlock \(device.passcodeFile)")
            try app.perform("inbox prepare")
            try app.perform("inbox deliver \(String(decoding: text.bytes, as: UTF8.self))")
            // It is found where it has to be: in the app's own memory.
            #expect(try found(text, in: app))
            try app.perform("inbox \(command)")
        }
        #expect(try !found(text, in: agent))
        #expect(try !diskHas(text))
        let other = try client()
        let keys = try other.answer("inbox keys")
        #expect(keys.hasPrefix("failed not-found") == (command == "uninstall"), "\(keys)")
    }

    @Test("the private keys of pushes are not in memory once a push is open")
    func pushKeys() throws {
        let app = try client()
        try app.perform("unlock \(device.passcodeFile)")
        try app.perform("inbox prepare")
        #expect(try app.perform("inbox open hello") == "2")
        // Another program tells what to look for, and is where it can be found.
        let other = try client()
        let keys = try other.perform("inbox keys").split(separator: " ").map { key in
            Needle(name: "key", bytes: try #require(Base64URL.decode(String(key))))
        }
        #expect(keys.count == 2)
        for key in keys {
            #expect(try found(key, in: other))
            #expect(try !found(key, in: app))
            #expect(try !found(key, in: agent))
        }
    }
}

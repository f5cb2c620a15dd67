import KeyManagement
import ProtectionModel
import SystemIO
import Testing

@Suite("Who holds a device")
struct DeviceHolderTests {
    private let files = InMemoryFileSystem { (0, 0) }

    private func makeDirectory() throws -> DeviceDirectory {
        try files.makeDirectory("/device", in: nil, permissions: 0o700)
        return try DeviceDirectory("/device", on: files)
    }

    @Test("nobody, until somebody claims it and after that one is gone")
    func claimed() throws {
        let directory = try makeDirectory()
        #expect(try directory.currentHolder() == .nobody)
        do {
            let claim = try directory.claim()
            #expect(try directory.currentHolder() == .someone(socket: nil))
            try claim.write(Array("/run/a.sock\n".utf8), at: 0)
            #expect(try directory.currentHolder() == .someone(socket: "/run/a.sock"))
        }
        #expect(try directory.currentHolder() == .nobody)
        // What the last one wrote is nobody's address now.
        let next = try directory.claim()
        #expect(try directory.currentHolder() == .someone(socket: nil))
        _ = next.descriptor
    }

    @Test(
        "a record that is no path in one line leads nowhere",
        arguments: ["", "/run/a.sock", "run/a.sock\n", "/run\n/a.sock\n", "/run/\u{0}\n", "\n"]
    )
    func malformed(record: String) throws {
        let directory = try makeDirectory()
        let claim = try directory.claim()
        try claim.write(Array(record.utf8), at: 0)
        #expect(try directory.currentHolder() == .someone(socket: nil))
    }

    @Test("a directory and its copy are told apart")
    func identity() throws {
        let one = try makeDirectory()
        try files.makeDirectory("/copy", in: nil, permissions: 0o700)
        let copy = try DeviceDirectory("/copy", on: files)
        #expect(try one.identity() != copy.identity())
        #expect(try one.identity() == DeviceDirectory("/device", on: files).identity())
    }
}

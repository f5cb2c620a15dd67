import KeyManagement
import SimulatedDisk
import SystemIO
import Testing

@Suite("Which service runs a device's agent")
struct ServiceUnitTests {
    private let files = InMemoryFileSystem { (0, 0) }

    private func makeDirectory() throws -> DeviceDirectory {
        try files.makeDirectory("/device", in: nil, permissions: 0o700)
        return try DeviceDirectory("/device", on: files)
    }

    @Test(
        "is told by the control groups of its process",
        arguments: [
            ("0::/system.slice/kiosk.service\n", "systemctl start kiosk.service"),
            ("0::/system.slice/kiosk.service/inner\n", "systemctl start kiosk.service"),
            (
                "0::/user.slice/user-7.slice/user@7.service/app.slice/a@b\\x2dc.service\n",
                "systemctl --user start 'a@b\\x2dc.service'"
            ),
            (
                "5:cpu:/other.service\n1:name=systemd:/system.slice/k.service\n",
                "systemctl start k.service"
            ),
            ("0::/\n", nil), ("", nil), ("0::/user.slice/session-1.scope\n", nil),
            ("0::/system.slice/a b;rm.service\n", nil),
        ]
    )
    func controlGroups(text: String, command: String?) throws {
        let unit = ServiceUnit(controlGroups: text)
        #expect(unit.startCommand == command)
        let directory = try makeDirectory()
        #expect(try directory.service() == nil)
        try directory.markService(unit)
        #expect(try directory.service() == unit)
    }

    @Test("is a service also where the mark says nothing, and never puts words into a message")
    func malformed() throws {
        let directory = try makeDirectory()
        for text in ["", "\n", "system", "system ;reboot\n", "user \u{1B}[2J.service\n"] {
            let file = try OwnedFile("/device/.service", in: nil, [.writing, .creating], on: files)
            try file.truncate(to: 0)
            try file.write(Array(text.utf8), at: 0)
            let unit = try #require(try directory.service())
            #expect(unit.name == nil)
        }
    }

    @Test("is noted once, and survives a loss of power")
    func durable() throws {
        let directory = try makeDirectory()
        try OwnedFile("/", in: nil, .directory, on: files).synchronize()
        let unit = ServiceUnit(controlGroups: "0::/system.slice/kiosk.service\n")
        try directory.markService(unit)
        let first = try files.status(of: ".service", in: directory.directory.descriptor).identity
        try directory.markService(unit)
        let again = try files.status(of: ".service", in: directory.directory.descriptor).identity
        #expect(first == again)
        let found = try DeviceDirectory("/device", on: files.crash(.dropAll))
        #expect(try found.service() == unit)
    }
}

import SystemIO
import Testing

@Suite("Which agent a command talks to")
struct AgentPlaceTests {
    private static func state(
        _ desk: Desk,
        _ options: String = "",
        at location: SourceLocation = #_sourceLocation
    ) throws -> JSONValue? {
        try desk.must("status --json \(options)", at: location).json().object?["state"]
    }

    @Test("a copy of a device has an agent of its own")
    func copy() throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("put --class complete - /a", input: "content")
        // The key, and what has `.attempts` at its end.
        try desk.shell(
            """
            cp -a phone copy; cd state/protectctl/keys
            for k in *; do cp $k ../../../key${k#${k%.*}}; done
            """
        )
        let copy = "--device copy --device-key key"
        #expect(try Self.state(desk, copy) == .string("off"))
        try desk.must("lock --now \(copy)")
        #expect(try Self.state(desk) == .string("unlocked"))
        #expect(try desk.run("cat /a \(copy)").status == 75)
        #expect(try Self.state(desk, copy) == .string("before-first-unlock"))
        try desk.must("erase --yes \(copy)")
        #expect(try desk.must("cat /a").output == "content")
        #expect(!desk.exists("key"))
        try desk.must("shutdown")
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.must("cat /a").output == "content")
    }

    @Test("with another runtime directory the agent is found by its device")
    func elsewhere() throws {
        let desk = try Desk.with(passcode: true)
        try desk.shell("mkdir other")
        let changes: [String: String?] = ["XDG_RUNTIME_DIR": desk.path("other")]
        let status = try desk.run("status --json", changes)
        #expect(try status.json().object?["state"] == .string("unlocked"))
        #expect(try desk.run("lock --now", changes).status == 0)
        #expect(try Self.state(desk) == .string("locked"))
        #expect(try desk.run("wait off --timeout 20ms", changes).status == 75)
        #expect(try desk.run("shutdown", changes).status == 0)
        #expect(try Self.state(desk) == .string("off"))
        #expect(try desk.run("wait off", changes).status == 0)
    }

    @Test("a removed holder file makes no second agent, and the one there is stays found")
    func removedHolder() throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("put --class complete - /a", input: "content")
        try desk.shell("mkdir other; rm phone/.holder")
        let changes: [String: String?] = ["XDG_RUNTIME_DIR": desk.path("other")]
        #expect(try desk.run("boot", changes).status == 0)
        let status = try desk.run("status --json", changes).json().object
        #expect(status?["state"] == .string("unlocked"))
        try desk.shell("rm phone/.holder")
        #expect(try desk.run("lock --now", changes).status == 0)
        #expect(try desk.run("cat /a").status == 75)
        try desk.shell("rm phone/.holder; echo '1 init' > phone/.holder")
        #expect(try desk.run("shutdown", changes).status == 0)
        #expect(try Self.state(desk) == .string("off"))
    }

    @Test(
        "an agent that cannot be reached does not mean that the device is off",
        arguments: ["status", "lock --now", "lock", "shutdown", "wait off", "erase --yes", "ls"]
    )
    func unreachable(line: String) throws {
        let desk = try Desk.with(passcode: false)
        // As from a container or another mount namespace; the file keeps the agent from coming back.
        try desk.shell("mv run/protectctl run/hidden && touch run/protectctl")
        let result = try desk.run("\(line) --json")
        #expect(result.status == 69, "\(result)")
        #expect(result.output == "")
        let error = try result.error()
        #expect(error["code"] == .string("agent-unreachable"))
        #expect(error["hint"]?.string?.contains("XDG_RUNTIME_DIR") == true)
        try desk.shell("rm run/protectctl && mv run/hidden run/protectctl")
        #expect(try Self.state(desk) == .string("unlocked"))
    }

    @Test("a device that a program holds itself, without an agent, is busy and not off")
    func library() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let files = PosixFileSystem()
        let holder = try OwnedFile(
            desk.path("phone/.holder"),
            in: nil,
            [.writing, .creating],
            on: files
        )
        #expect(try files.lockByte(holder.descriptor, at: 0, .exclusive))
        try holder.write(Array("7 reader\n".utf8), at: 0)
        let result = try desk.run("status --json")
        #expect(result.status == 75, "\(result)")
        #expect(try result.code() == "busy")
    }

    @Test("a runtime directory that is gone is named", arguments: ["boot", "agent run"])
    func noRuntimeDirectory(line: String) throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let result = try desk.run("\(line) --json", ["XDG_RUNTIME_DIR": desk.path("gone")])
        #expect(result.status == 69, "\(result)")
        let error = try result.error()
        #expect(error["message"]?.string?.contains("'\(desk.path("gone"))'") == true)
        #expect(error["hint"]?.string?.contains("XDG_RUNTIME_DIR") == true)
    }

    @Test("a device that lost its keybag can still be looked at, locked and switched off")
    func lostKeybag() throws {
        let desk = try Desk.with(passcode: true)
        try desk.shell("mv phone/keybag saved")
        #expect(try Self.state(desk) == .string("unlocked"))
        try desk.must("lock --now")
        #expect(try Self.state(desk) == .string("locked"))
        try desk.must("shutdown")
        try Refused("status", 66, "device-not-found", hint: true).check(on: desk)
        try desk.shell("mv saved phone/keybag")
        #expect(try Self.state(desk) == .string("off"))
    }

    @Test("boot after shutdown always finds the device free")
    func again() throws {
        let desk = try Desk.with(passcode: false)
        for _ in 0..<5 {
            try desk.must("shutdown")
            try desk.must("boot")
        }
        #expect(try Self.state(desk) == .string("unlocked"))
    }
}

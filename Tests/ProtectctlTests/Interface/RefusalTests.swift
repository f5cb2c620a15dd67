import Testing

@Suite("Every refusal has its status, its code, and says so in prose and in JSON")
struct RefusalTests {
    @Test("without a device")
    func nothingThere() throws {
        let desk = try Desk()
        for line in [
            "status", "boot", "shutdown", "reboot", "lock", "unlock", "watch", "wait off", "ls",
            "fsck", "agent run", "erase --yes",
        ] {
            try Refused(line, 66, "device-not-found", hint: true).check(on: desk)
        }
        #expect(try desk.names(in: ".") == ["passcode", "run"])
    }

    @Test("wrong usage, whether or not there is a device")
    func wrongUsage() throws {
        let desk = try Desk()
        for line in [
            "frob", "--frob", "put", "put a", "put --frob a /a", "ls --color pink", "erase",
            "init --kdf x", "init --delays x", "init --cipher x", "init --class x",
            "init --grace 5", "init --auto-lock soon", "init --max-failed-attempts 0",
            "init --no-passcode --passcode-file passcode", "wait nowhere", "wait off --timeout 5",
            "exec /file", "exec /file --", "protect secret /file", "passcode frob",
            "put --class none --keep-class a /a", "boot --device", "passcode set 2580",
            "passcode change --passcode-file - --new-passcode-file -",
            "init --no-passcode --device-key phone/key",
        ] {
            try Refused(line, 64, "invalid-argument", hint: true).check(on: desk)
        }
        #expect(!desk.exists("phone"))
    }

    @Test("paths that are none")
    func paths() throws {
        let desk = try Desk.with(passcode: false)
        let long = "/" + String(repeating: "n", count: 256)
        for path in ["file", "/..", "/a/../..", "/a//b", "/a//", long] {
            try Refused("ls \(path)", 64, "invalid-argument").check(on: desk)
        }
        let commands = [
            "stat", "cat", "get", "rm", "mkdir", "touch", "fsck", "put a", "mv /a", "cp /a",
        ]
        for command in commands {
            try Refused("\(command) //", 64, "invalid-argument").check(on: desk)
        }
        #expect(try desk.run(words: ["ls", ""]).status == 64)
        #expect(try desk.run("mkdir /" + String(repeating: "n", count: 255)).status == 0)
    }

    @Test("files and folders that are not what the command needs")
    func files() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("mkdir dir; echo a > a; printf 'scenario: x\\nsteps:\\n- foo: {}' > bad.yml")
        try desk.must("put a /file")
        try desk.must("mkdir -p /folder/folder")
        try desk.must("mkdir -p /other/folder/inner")
        let missing = [
            "cat /no", "get /no", "stat /no", "ls /no", "rm /no", "rm -r /no", "mv /no /x",
            "cp /no /x", "protect none /no", "fsck /no", "touch /no/x", "mkdir /no/x",
            "put a /no/x", "put no /x", "exec /no -- true", "exec /file -- no-such-command",
            "get /file no/x", "simulate no.yml",
        ]
        for line in missing { try Refused(line, 66, "not-found", hint: true).check(on: desk) }
        let folders = [
            "cat /folder", "get /folder -", "put - /folder", "put --append dir /x",
            "exec /folder -- true", "rm /folder", "cp /folder /copy", "simulate dir",
        ]
        for line in folders { try Refused(line, 64, "is-a-directory", hint: true).check(on: desk) }
        for line in ["ls /file/x", "mkdir /file/x", "put a /file/x", "put dir /file"] {
            try Refused(line, 64, "not-a-directory").check(on: desk)
        }
        try Refused("get /", 64, "invalid-argument", hint: true).check(on: desk)
        for line in ["rm -r /", "mv / /x", "mv /folder /folder/x"] {
            try Refused(line, 64, "invalid-argument").check(on: desk)
        }
        for line in ["mkdir /folder", "mkdir -p /file"] {
            try Refused(line, 73, "already-exists").check(on: desk)
        }
        try Refused("get /folder a", 73, "already-exists", hint: true).check(on: desk)
        try Refused("init --no-passcode", 73, "device-exists", hint: true).check(on: desk)
        try Refused("get /file /dev/full", 74, "no-space").check(on: desk)
        // Nobody, not even root, makes files there.
        try Refused("get /file /sys/file", 77, "permission-denied").check(on: desk)
        try Refused("exec /file -- ./a", 77, "permission-denied").check(on: desk)
        try Refused("simulate bad.yml", 65, "malformed-scenario").check(on: desk)
        try Refused("agent run", 75, "busy", hint: true).check(on: desk)
        try Refused("wait off --timeout 10ms", 75, "timed-out").check(on: desk)
    }

    @Test("the state of the device")
    func states() throws {
        let desk = try Desk.with(passcode: true)
        try desk.text("0000", in: "wrong")
        try desk.must("put --class complete - /secret", input: "secret")
        try desk.must("lock --now")
        for line in ["cat /secret", "get /secret", "exec /secret -- cat", "put --append - /secret"]
        {
            try Refused(line, 75, "protected-data-unavailable", hint: true).check(on: desk)
        }
        try Refused("unlock --passcode-file wrong", 77, "passcode-incorrect", hint: true)
            .check(on: desk)
        try desk.must("shutdown")
        for line in ["ls", "cat /secret", "unlock --passcode-file passcode", "put passcode /a"] {
            try Refused("\(line) --no-boot", 75, "device-off", hint: true).check(on: desk)
        }
        try Refused("watch", 75, "device-off", hint: true).check(on: desk)
        for line in ["status", "boot", "ls", "unlock --passcode-file passcode"] {
            try Refused("\(line) --device-key away", 66, "device-key-missing", hint: true)
                .check(on: desk)
        }
        try desk.must("erase --yes")
        for line in ["status", "boot", "ls", "lock", "unlock", "erase --yes"] {
            try Refused(line, 66, "device-erased", hint: true).check(on: desk)
        }
    }

    @Test("a full disk under standard output is reported")
    func fullDisk() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put passcode /file")
        for line in ["cat /file", "ls", "status --json", "get /file -"] {
            let result = try desk.shell("$TOOL --json \(line) > /dev/full")
            #expect(result.status == 74, "\(line)")
            #expect(try result.code() == "no-space", "\(line)")
        }
    }

    @Test("a reader that has seen enough is not an error to talk about")
    func readerGone() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("head -c 3000000 /dev/zero > big")
        try desk.must("put big /big")
        let result = try desk.shell("$TOOL cat /big | head -c1 >/dev/null; exit ${PIPESTATUS[0]}")
        #expect(result.status == 141)
        #expect(result.talk == "")
    }
}

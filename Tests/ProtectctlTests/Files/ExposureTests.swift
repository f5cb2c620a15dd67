import Testing

@Suite("A device or key that others can read is reported")
struct ExposureTests {
    private static func warnings(_ run: ToolRun) -> [String] {
        run.talk.split(separator: "\n").map(String.init).filter { $0.contains("warning") }
    }

    @Test("not where all is as init made it")
    func fine() throws {
        let desk = try Desk()
        #expect(Self.warnings(try desk.must("init --no-passcode")) == [])
        #expect(Self.warnings(try desk.must("boot")) == [])
    }

    @Test(
        "once at the boot, with the mode and the way out",
        arguments: [
            ("phone", "755", "chmod 700"), ("phone", "710", "chmod 700"),
            ("key", "644", "chmod 600"), ("key", "620", "chmod 600"),
        ]
    )
    func told(_ name: String, _ mode: String, _ advice: String) throws {
        let desk = try Desk()
        try desk.must("init --no-passcode --device-key key")
        try desk.shell("chmod \(mode) \(name)")
        for command in ["boot", "ls", "reboot"] {
            let warnings = Self.warnings(try desk.must("\(command) --device-key key"))
            try #require(warnings.count == 1, "\(command)")
            for word in [desk.path(name), mode, advice] {
                #expect(warnings[0].contains(word), "\(warnings[0])")
            }
            for line in ["boot", "status", "ls"] {
                #expect(Self.warnings(try desk.must("\(line) --device-key key")) == [])
            }
            try desk.must("shutdown --device-key key")
        }
        #expect(try desk.must("boot -q --device-key key").talk == "")
    }

    @Test("root is told that a user's device, started by root, gives that user no keys")
    func foreignOwner() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        // Only root can give a device away.
        guard try desk.shell("chown -R 65534 phone 2> /dev/null && id -u").output == "0\n" else {
            return
        }
        let warnings = Self.warnings(try desk.must("boot"))
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("65534") == true)
        #expect(Self.warnings(try desk.must("ls")) == [])
    }

    @Test("in the foreground, too")
    func foreground() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let result = try desk.shell(
            """
            chmod 750 phone; $TOOL agent run 2> log & agent=$!
            $TOOL wait unlocked && kill -TERM $agent
            wait $agent
            """
        )
        #expect(result.status == 0, "\(result.talk)")
        #expect(try desk.text(of: "log").contains("chmod 700"))
    }

    @Test("no process of the tool can be traced or dumped by its own user")
    func notDumpable() throws {
        let result = try Desk().shell(
            """
            cp $TOOL tool; chmod 755 . tool
            user=(); [ $(id -u) != 0 ] || user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
            sleep 20 | "${user[@]}" ./tool simulate - & tool=$!
            # What cannot be traced belongs to root; what has not come so far yet, to its user.
            for try in $(seq 500); do
                [ "$(cat /proc/$tool/comm) $(stat -c %u /proc/$tool/mem)" != "tool 0" ] || break
                sleep 0.01
            done
            echo "$(cat /proc/$tool/comm) $(stat -c %u /proc/$tool/mem)"; kill $tool
            """
        )
        #expect(result.output == "tool 0\n", "\(result)")
    }
}

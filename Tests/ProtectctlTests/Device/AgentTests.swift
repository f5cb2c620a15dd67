import Testing

@Suite("The agent, as the command line starts, loses and stops it")
struct AgentTests {
    /// The process that holds the desk's device: the one of our tools that runs in its folder.
    static let agent =
        "for p in /proc/[0-9]*; do "
        + "tr '\\0' ' ' < $p/cmdline 2>/dev/null | grep -q \"agent run.*$PROTECTCTL_DEVICE \" "
        + "&& echo ${p#/proc/}; done"

    @Test("several boots at once make one agent")
    func race() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let result = try desk.shell(
            """
            for i in 1 2 3 4 5; do $TOOL boot & boots+=($!); done
            for boot in ${boots[@]}; do wait $boot || exit; done
            """
        )
        #expect(result.status == 0, "\(result.talk)")
        #expect(try desk.shell(Self.agent).output.split(separator: "\n").count == 1)
        #expect(try desk.must("status --json").json().object?["state"] == .string("unlocked"))
    }

    @Test("a boot lets go of the streams and of the terminal's session")
    func detached() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        // The substitution ends when nobody holds its pipe any more.
        let result = try desk.shell("said=$($TOOL boot 2>&1); echo \"$said\"")
        #expect(result.output.contains("booted"))
        let session = try desk.shell("p=$(\(Self.agent)); ps -o sid= -p $p | tr -d ' '; echo $p")
        let lines = session.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == lines[1], "\(session)")
    }

    @Test("a boot in a script keeps no lock of the script")
    func inherited() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let result = try desk.shell(
            "(flock 9 && $TOOL boot) 9> lock; flock -n lock true || exit 9; $TOOL wait unlocked"
        )
        #expect(result.status == 0, "\(result.talk)")
    }

    @Test("a killed agent leaves the device off; the next boot replaces its socket")
    func killed() throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("put --class complete - /a", input: "content")
        try desk.shell("p=$(\(Self.agent)); kill -9 $p; while kill -0 $p; do :; done")
        #expect(try desk.names(in: "run/protectctl").count == 1, "the stale socket")
        let status = try desk.must("status --json").json().object
        #expect(status?["state"] == .string("off"))
        #expect(try desk.run("ls --no-boot").status == 75)
        try desk.must("boot")
        #expect(try desk.run("cat /a").status == 75)
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.must("cat /a").output == "content")
    }

    @Test("SIGTERM is an orderly end", arguments: ["TERM", "INT", "HUP"])
    func terminated(_ signal: String) throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("p=$(\(Self.agent)); kill -\(signal) $p; while kill -0 $p; do :; done")
        #expect(try desk.names(in: "run/protectctl") == [])
        #expect(try desk.must("status --json").json().object?["state"] == .string("off"))
    }

    @Test("agent run stays in the foreground, logs to standard error and stops on a signal")
    func foreground() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let result = try desk.shell(
            """
            $TOOL agent run > out 2> log & agent=$!
            $TOOL wait unlocked && $TOOL status --no-boot >/dev/null && kill -TERM $agent
            wait $agent
            """
        )
        #expect(result.status == 0, "\(result.talk)")
        #expect(try desk.text(of: "out") == "")
        let log = try desk.text(of: "log")
        #expect(log.contains("booted"))
        #expect(log.contains("shutdown"))
        #expect(try desk.must("status --json").json().object?["state"] == .string("off"))
    }

    @Test("agent run --quiet logs no talk")
    func quiet() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let result = try desk.shell(
            """
            $TOOL agent run -q 2> log & agent=$!
            $TOOL wait unlocked && kill -TERM $agent
            wait $agent
            """
        )
        #expect(result.status == 0, "\(result.talk)")
        #expect(try desk.text(of: "log") == "")
    }

    @Test("without a runtime directory the socket is in a folder of the user's own")
    func temporarySocket() throws {
        let desk = try Desk()
        let changes: [String: String?] = ["XDG_RUNTIME_DIR": nil, "TMPDIR": desk.path("")]
        #expect(try desk.run("init --no-passcode", changes).status == 0)
        #expect(try desk.run("boot", changes).status == 0)
        let folder = try desk.shell("stat -c '%a %n' protectctl-$(id -u)/..").output
        #expect(!folder.isEmpty)
        #expect(try desk.shell("stat -c %a protectctl-$(id -u)").output == "700\n")
        #expect(try desk.run("shutdown", changes).status == 0)
        try desk.shell("chmod 755 protectctl-$(id -u)")
        let result = try desk.run("boot --json", changes)
        #expect(result.status == 77)
        #expect(try result.code() == "permission-denied")
    }
}

import Testing

@Suite("An agent that goes in the middle of a command's work")
struct LostAgentTests {
    /// Starts a command in the background, ends the agent once it works, and lets it go on.
    private static func lose(
        _ desk: Desk,
        by end: String,
        during line: String,
        feed: Bool
    ) throws -> ToolRun {
        let ending = """
            \(end)
            while kill -0 $agent 2>/dev/null; do :; done
            """
        // What goes through the pipe before is more than it holds: so the command is at work. Once
        // the agent is gone, it gets more than it can take.
        let work =
            feed
            ? """
            exec 9> pipe; head -c 1000000 /dev/zero >&9
            \(ending)
            cat /dev/zero >&9 2>/dev/null
            """
            : """
            exec 9< pipe; head -c 1000000 <&9 >/dev/null
            \(ending)
            cat <&9 >/dev/null
            """
        return try desk.shell(
            """
            agent=$(\(AgentTests.agent)); mkfifo pipe
            $TOOL \(line) \(feed ? "<" : ">") pipe & tool=$!
            \(work)
            wait $tool
            """
        )
    }

    private static let lines = [
        ("put --json - /new", true), ("put --json --append - /big", true),
        ("cat --json /big", false), ("get --json /big -", false),
        ("exec --json /big -- cat", false),
    ]

    @Test("when it was killed, that is what the error says, and how to go on", arguments: lines)
    func killed(line: String, feed: Bool) throws {
        let desk = try Desk.with(passcode: true)
        try desk.shell("head -c 30000000 /dev/zero | $TOOL put --class complete - /big")
        let result = try Self.lose(desk, by: "kill -9 $agent", during: line, feed: feed)
        #expect(result.status == 69, "\(result.talk)")
        let error = try result.error()
        #expect(error["code"] == .string("agent-unreachable"))
        #expect(error["message"]?.string?.contains("the key agent is gone") == true)
        #expect(error["hint"]?.string?.contains("protectctl boot") == true)
        // And that does help; what was there before is whole.
        try desk.must("boot")
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.must("stat --json /big").json().object?["size"] == .number(30_000_000))
        #expect(try desk.run("stat /new").status == 66)
    }

    @Test("when the device was switched off, the error says so", arguments: lines)
    func shutDown(line: String, feed: Bool) throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("head -c 30000000 /dev/zero | $TOOL put - /big")
        let result = try Self.lose(desk, by: "$TOOL shutdown", during: line, feed: feed)
        #expect(result.status == 75, "\(result.talk)")
        #expect(try result.code() == "device-off")
    }

    @Test("a watch does not end as if nothing had been")
    func watch() throws {
        let desk = try Desk.with(passcode: false)
        let result = try desk.shell(
            """
            agent=$(\(AgentTests.agent)); mkfifo pipe
            $TOOL watch --json > pipe & tool=$!
            exec 9< pipe
            # Again until the watch is there to hear it.
            until read -r -t 0.05 line <&9; do $TOOL reboot; done
            kill -9 $agent
            wait $tool
            """
        )
        #expect(result.status == 69, "\(result.talk)")
        #expect(try result.code() == "agent-unreachable")
    }
}

import Testing

@Suite("exec: the content on a command's standard input")
struct ExecTests {
    @Test(
        "ends with the command's own status",
        arguments: [
            ("cat", 0), ("true", 0), ("false", 1), ("exit 7", 7), ("head -c 5; exit 3", 3),
            ("kill -9 $$", 137), ("exit 75", 75), ("exec 0<&-; exit 4", 4),
        ]
    )
    func status(_ script: String, _ status: Int32) throws {
        let desk = try Desk.with(passcode: false)
        // More than any pipe holds.
        try desk.shell("head -c 300000 /dev/zero > big")
        try desk.must("put big /big")
        let result = try desk.run(words: ["exec", "/big", "--", "sh", "-c", script])
        #expect(result.status == status)
        #expect(result.talk == "")
        #expect(
            result.output.utf8.count == (script == "cat" ? 300_000 : script.hasPrefix("h") ? 5 : 0)
        )
    }

    @Test("the command's words are its own, --json too")
    func words() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put passcode /a")
        #expect(
            try desk.must("exec /a -- echo --json -- --device x").output == "--json -- --device x\n"
        )
        let result = try desk.run("exec /no -- echo --json")
        #expect(result.talk.hasPrefix("protectctl: error: "))
        // A command must be able to break a pipe the usual way.
        #expect(try desk.run(words: ["exec", "/a", "--", "sh", "-c", "yes | head -n1"]).talk == "")
    }
}

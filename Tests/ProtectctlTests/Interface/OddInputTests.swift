import Testing

@Suite("Odd input that must not do harm")
struct OddInputTests {
    @Test(
        "an argument that is not UTF-8 is refused, so that two names never become one",
        arguments: ["put - $'/a\\xff'", "cat $'/a\\xfd'", "get /a $'f\\xfe'", "put $'f\\xff' /a"]
    )
    func arguments(line: String) throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell(
            "echo precious > $'f\\xef\\xbf\\xbd'; echo kept | $TOOL put - /a 2>/dev/null"
        )
        let refused = try desk.shell("echo new | $TOOL \(line); echo $?")
        #expect(refused.output == "64\n")
        #expect(try desk.must("ls /").output == "a\n")
        #expect(try desk.must("cat /a").output == "kept\n")
        #expect(try desk.shell("cat $'f\\xef\\xbf\\xbd'").output == "precious\n")
    }

    @Test("a name with a real U+FFFD is a name like others")
    func replacementCharacter() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put passcode /a\u{FFFD}")
        #expect(try desk.must("ls /").output == "a\u{FFFD}\n")
    }

    @Test("a file with a damaged header can be replaced, alone and in a folder")
    func damagedHeader() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("mkdir tree; for i in a b c; do echo old > tree/$i; done")
        try desk.must("put tree /tree")
        try desk.shell(
            "for f in $(find phone/files -mindepth 2 -type f ! -name .folder); do truncate -s 100 $f; done"
        )
        #expect(try desk.run("cat /tree/a").status == 65)
        try desk.shell("for i in a b c; do echo new > tree/$i; done")
        try desk.must("put tree/a /tree/a")
        try desk.must("put tree /tree")
        for name in ["a", "b", "c"] {
            #expect(try desk.must("cat /tree/\(name)").output == "new\n")
        }
        try desk.must("fsck")
    }

    @Test("--junit writes into a pipe, and to what a link leads to")
    func reportPlaces() throws {
        let desk = try Desk.with(passcode: false)
        let scenario = "{scenario: s, device: {passcode: '1'}, steps: [{lock: {}}]}"
        try desk.shell(
            "echo '\(scenario)' > s.yml; echo old > target; ln -s target link; mkfifo pipe"
        )
        try desk.shell("$TOOL simulate s.yml --junit link")
        #expect(try desk.shell("test -L link && grep -c '<testsuites' target").output == "1\n")
        let piped = try desk.shell(
            "timeout 20 cat pipe > got & $TOOL simulate s.yml --junit pipe >/dev/null; wait; grep -c '<testsuites' got; test -p pipe"
        )
        #expect(piped.output == "1\n")
        #expect(piped.status == 0)
    }

    @Test(
        "a device that would never stay unlocked is not made",
        arguments: ["--auto-lock 0s", "--inactivity-reboot 0s"]
    )
    func neverUnlocked(option: String) throws {
        let desk = try Desk()
        let refused = try desk.run("init --no-passcode \(option)")
        #expect(refused.status == 64)
        #expect(refused.talk.contains("never"))
    }
}

import Testing

@Suite("put: files, standard input and folders, whole or not at all")
struct PutTests {
    @Test("files, standard input, pipes and links to files")
    func sources() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell(
            "echo text > a; chmod 640 a; ln -s a link; mkdir real; cp a real; ln -s real way"
        )
        for (line, input, path, content) in [
            ("put a /a", "", "/a", "text\n"), ("put a /b --no-sync", "", "/b", "text\n"),
            ("put - /c", "from stdin", "/c", "from stdin"), ("put - /empty", "", "/empty", ""),
            ("put /dev/stdin /d", "by name", "/d", "by name"),
            ("put link /e", "", "/e", "text\n"), ("put way/a /f", "", "/f", "text\n"),
            ("put - /a", "again", "/a", "again"),
        ] {
            try desk.must(line, input: input)
            #expect(try desk.must("cat \(path)").output == content, "\(line)")
        }
        try desk.must("get /e out")
        #expect(try desk.shell("stat -c %a out").output == "640\n", "not the link's own mode")
        try desk.shell("mkfifo pipe; echo piped > pipe & $TOOL put pipe /pipe")
        #expect(try desk.must("cat /pipe").output == "piped\n")
    }

    @Test("an existing folder takes a file under its own name")
    func intoFolder() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("mkdir /folder")
        try desk.must("put passcode /folder")
        try desk.must("put passcode /")
        #expect(try desk.must("ls -R").output == "/folder/\n/folder/passcode\n/passcode\n")
    }

    @Test("a folder comes back as it was: empty folders, links, modes and times; a pipe is named")
    func folder() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell(
            """
            mkdir -p tree/empty tree/sub/deep; echo a > tree/a; echo b > tree/sub/deep/b
            ln -s a tree/link; ln -s sub tree/way; ln -s /no/where tree/lost; mkfifo tree/pipe
            touch -h -d 2020-02-03T04:05:06.7Z tree/link
            chmod 600 tree/a; chmod 755 tree/sub/deep/b; chmod 750 tree/sub; chmod 500 tree/empty
            find tree -depth -not -type l -exec touch -d 2020-01-02T03:04:05.123456789Z {} +
            """
        )
        let put = try desk.must("put tree /tree")
        #expect(put.talk.contains("tree/pipe"))
        #expect(put.talk.filter { $0 == "\n" }.count == 1)
        try desk.must("get /tree out")
        let list = "find . -type p -o -printf '%P %y %m %T+ %U %G %l\\n' | sort"
        let before = try desk.shell("cd tree && \(list)").output
        #expect(try desk.shell("cd out && \(list)").output == before)
        #expect(try desk.text(of: "out/sub/deep/b") == "b\n")
        // Merged into the folder that is there; here through a link that the user named.
        try desk.shell("mkdir more; echo new > more/a; echo c > more/c; ln -s more hop")
        try desk.must("put hop /tree --quiet")
        #expect(try desk.must("cat /tree/a /tree/c /tree/sub/deep/b").output == "new\nc\nb\n")
        try desk.shell("chmod -R u+w .")
    }

    @Test("the class comes from --class, else the folder; a weaker one is reported")
    func classes() throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("mkdir --class complete /private")
        let rows: [(line: String, protection: String, warns: Bool)] = [
            ("put passcode /private/a", "complete", false),
            ("put passcode /private/a --class none", "none", true),
            ("put passcode /private/a --keep-class", "none", false),
            ("put passcode /private/a", "complete", false),
            ("put passcode /private/b --class B", "complete-unless-open", false),
            ("put passcode /private/b --append --class none", "complete-unless-open", false),
            ("put passcode /private/b --class complete", "complete", false),
            ("put passcode /c", "complete-until-first-user-authentication", false),
            ("put passcode /c --class D", "none", true),
        ]
        for (line, protection, warns) in rows {
            let result = try desk.must(line)
            let path = line.split(separator: " ")[2]
            let stat = try desk.must("stat \(path) --json").json().object
            #expect(stat?["class"] == .string(protection), "\(line)")
            #expect(result.talk.contains("--keep-class") == warns, "\(line): \(result.talk)")
            #expect(try desk.must(line + " --quiet").talk == "", "\(line)")
        }
    }

    @Test("four that put one folder at once merge")
    func together() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell(
            "mkdir -p tree/{a,b}/c; for i in {1..60}; do echo $i | tee tree/$i tree/a/c/$i; done"
        )
        let result = try desk.shell(
            """
            for i in 1 2 3 4; do $TOOL put tree /tree & pids="$pids $!"; done
            for pid in $pids; do wait $pid || echo "status $?"; done
            """
        )
        #expect(result.output == "", "\(result.talk)")
        try desk.must("get /tree out")
        #expect(try desk.shell("diff -r tree out").status == 0)
        #expect(try desk.shell("find phone -name '.new-*'").output == "")
    }

    @Test("a file that another process takes away meanwhile was put all the same")
    func takenAway() throws {
        let desk = try Desk.with(passcode: false)
        let result = try desk.shell(
            """
            while [ -z "$done" ]; do $TOOL rm /a; $TOOL mv /b /a; [ -e over ] && done=1; done 2>/dev/null &
            for i in {1..25}; do
                echo $i | $TOOL put - /a || echo "status $?"
                echo $i | $TOOL put - /b --class none || echo "status $?"
            done
            touch over; wait
            """
        )
        #expect(result.output == "", "\(result.talk)")
    }

    @Test("before the first unlock a folder leaves nothing, and that is reported")
    func beforeFirstUnlock() throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("reboot")
        try desk.shell("mkdir -p tree/{a,b}; echo 1 | tee tree/a/x tree/b/y")
        let before = try desk.shell("cd phone; find files").output
        #expect(try desk.run("put tree /tree").status == 75)
        #expect(try desk.shell("cd phone; find files").output == before)
    }

    @Test("a folder in the place of a file stops a folder there, and what was put is counted")
    func stopped() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("mkdir tree; for i in 1 2 3; do echo $i > tree/$i; done")
        try desk.must("mkdir -p /tree/2")
        let result = try desk.run("put tree /tree")
        #expect(result.status == 64)
        #expect(result.talk.contains("1 file was put, the others were not\n"))
        #expect(try desk.must("ls /tree").output == "1\n2/\n")
    }

    @Test("a put that stops says what has become weaker all the same")
    func stoppedAndWeaker() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("mkdir tree; for i in 1 2 3; do echo $i > tree/$i; done")
        try desk.must("mkdir -p /tree/2")
        try desk.must("put --class complete tree/1 /tree/1")
        let result = try desk.run("put --class none tree /tree")
        #expect(result.status == 64)
        #expect(result.talk.contains("'/tree/1' was 'complete' and is now 'none'"))
    }

    @Test("a source that cannot be read is named as such, also in a folder")
    func unreadable() throws {
        let desk = try Desk.with(passcode: false)
        // Whoever runs the tests may be root, who can read everything but this.
        try desk.shell("mkdir tree; echo 1 > tree/1; ln -s /proc/self/mem tree/2; cp -P tree/2 mem")
        let result = try desk.run("put tree/1 mem /")
        #expect(result.status == 74)
        #expect(result.talk.contains("cannot read "))
        #expect(!result.talk.contains("unexpected failure"))
        #expect(result.talk.contains("1 file was put, the others were not\n"))
    }

    @Test("--append adds content to the end, even a lot of it")
    func append() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put --append - /a", input: "one ")
        try desk.must("put --append - /a", input: "two")
        #expect(try desk.must("cat /a").output == "one two")
        try desk.shell("head -c 3000000 /dev/urandom > big")
        try desk.must("put big /big")
        try desk.must("put --append big /big")
        #expect(try desk.shell("cat big big | cmp - <($TOOL cat /big)").status == 0)
        #expect(try desk.run("put --append no /big").status == 66)
        #expect(try desk.must("stat /big --json").json().object?["size"] == .number(6_000_000))
    }

    @Test("a source that breaks off changes nothing")
    func brokenSource() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put - /a", input: "old")
        // Reading a folder fails after it was opened, as a bad disk would.
        #expect(try desk.shell("$TOOL put - /a < run").status != 0)
        #expect(try desk.shell("$TOOL put --append - /a < run").status != 0)
        #expect(try desk.shell("$TOOL put - /new < run").status != 0)
        #expect(try desk.must("cat /a").output == "old")
        #expect(try desk.must("ls").output == "a\n")
        #expect(try desk.must("fsck --json").json().object?["damaged"] == .array([]))
    }
}

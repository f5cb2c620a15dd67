import Testing

@Suite("Wrong usage: the fact and the way out, in the form of every error")
struct UsageTests {
    @Test("a passcode that was given as an argument is not repeated")
    func passcodeArgument() throws {
        let desk = try Desk()
        for line in [
            "unlock 2580", "unlock 2580 now", "passcode set 2580", "passcode change 2580 1111",
            "passcode remove 2580", "passcode 2580", "passcode chang 2580 1111", "init 2580",
            "unlok 2580", "unlock --passcode 2580", "unlock --passcode=2580", "unlock -p2580",
            "unlock --pin 2580", "init --passcode 2580", "unlock --no-boot=2580",
            "--passcode 2580 unlock",
        ] {
            for line in [line, "--json \(line)"] {
                let result = try desk.run(line)
                #expect(result.status == 64, "\(line)")
                #expect(!result.talk.contains("2580"), "\(line): \(result.talk)")
                #expect(!result.talk.contains("1111"), "\(line): \(result.talk)")
                #expect(result.talk.contains("hint"), "\(line): \(result.talk)")
            }
        }
        for line in [
            "unlock 2580", "passcode set 2580", "passcode change old new", "passcode remove 1234",
            "init 2580", "unlock --passcode 2580", "unlock -p 2580",
        ] {
            let hint = try desk.run("--json \(line)").error()["hint"]?.string ?? ""
            #expect(hint.contains("--passcode-file"), "\(line): \(hint)")
            #expect(hint.contains("asked on the terminal"), "\(line): \(hint)")
        }
    }

    @Test(
        "a duration without a unit is refused with the units",
        arguments: [
            ("wait off --timeout 5", "'5s'"), ("init --grace 5", "'5s'"),
            ("init --auto-lock 300", "'never'"), ("init --inactivity-reboot soon", "'never'"),
            ("init --user-inactive-after 1d", "'never'"),
        ]
    )
    func durations(_ line: String, _ word: String) throws {
        let hint = try #require(try Desk().run("--json \(line)").error()["hint"]?.string)
        #expect(hint.contains("ms, s, m or h"), "\(hint)")
        #expect(hint.contains(word), "\(hint)")
    }

    @Test(
        "a duration over a hundred years is refused, and makes no device",
        arguments: [
            "init --no-passcode --grace 9223372036854775807ms",
            "init --no-passcode --auto-lock 876001h",
            "init --no-passcode --inactivity-reboot 9223372036854775807ms",
            "init --no-passcode --user-inactive-after 99999999999999999999h",
            "wait off --timeout 876001h",
        ]
    )
    func longDurations(_ line: String) throws {
        let desk = try Desk()
        let result = try desk.run("--json \(line)")
        #expect(result.status == 64)
        #expect(try result.error()["hint"]?.string?.contains("876000h") == true)
        #expect(!desk.exists("phone"))
    }

    @Test("the longest durations make a device that boots and locks")
    func longestDurations() throws {
        let desk = try Desk()
        try desk.must(
            "init --kdf interactive --passcode-file passcode --grace 876000h --auto-lock 876000h "
                + "--inactivity-reboot 876000h --user-inactive-after 876000h"
        )
        try desk.must("unlock --passcode-file passcode")
        try desk.must("lock")
        #expect(try desk.must("status --json").json().object?["state"] == .string("locking"))
    }

    @Test(
        "a slash after a folder is not a mistake, after a file it is",
        arguments: [
            ("ls /diary/", 0), ("ls /diary//", 64), ("ls -R /diary/", 0), ("stat /diary/", 0),
            ("mkdir /new/", 0), ("mkdir -p /new/a/", 0), ("put passcode /diary/", 0),
            ("mv /file /diary/", 0), ("cp /file /diary/", 0), ("rm -r /diary/", 0),
            ("protect none /diary/", 0), ("fsck /diary/", 0), ("get /diary/ out", 0),
            ("touch /diary/", 0),
        ]
    )
    func slash(_ line: String, _ status: Int32) throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("mkdir /diary")
        try desk.must("put passcode /file")
        let result = try desk.run(line)
        #expect(result.status == status, "\(result)")
        // One of the rows moves it away.
        guard try desk.run("stat /file").status == 0 else { return }
        for line in [
            "ls /file/", "cat /file/", "stat /file/", "rm /file/", "mv /file/ /x", "cp /file/ /x",
            "put passcode /file/", "get /file/ x", "exec /file/ -- cat", "touch /file/",
            "protect none /file/",
        ] {
            let result = try desk.run("--json \(line)")
            #expect(result.status == 64, "\(line): \(result)")
            #expect(try result.code() == "not-a-directory", "\(line)")
        }
        for line in ["put passcode /no/", "cp /file /no/", "touch /no/"] {
            #expect(try desk.run("--json \(line)").code() == "not-found", "\(line)")
        }
    }

    @Test(
        "what is nearly right is proposed, and what is missing is named",
        arguments: [
            ("help puut", "unknown command 'puut'", "did you mean 'protectctl put'?"),
            ("help passcode chang", "'protectctl passcode' has no such command", "change'?"),
            ("--device", "missing value for '--device'", "--help"),
            ("passcode --device-key", "missing value for '--device-key'", "--help"),
            ("help put nope", "'protectctl put' has no commands of its own", "protectctl help put"),
            (
                "help passcode set 2580", "'protectctl passcode set' has no commands of its own",
                "protectctl help passcode set"
            ),
            ("--device status", "no command was given", "'--device' took 'status' as its value"),
            ("--color status", "no command was given", "'--color' took 'status'"),
            ("--device /x", "no command was given", "'protectctl --help' lists the commands"),
            ("--no-boot", "no command was given", "'protectctl --help' lists the commands"),
            ("--quiet --device=/x", "no command was given", "--help"),
            ("passcode --device set", "no command was given", "'--device' took 'set'"),
            ("puut a /a", "unknown command 'puut'", "did you mean 'protectctl put'?"),
            ("frob a", "unknown command 'frob'", "'protectctl --help' lists the commands"),
            ("put --clas none a /a", "unknown option '--clas'", "did you mean '--class'?"),
            (
                "put a", "missing argument '<path>'",
                "usage: protectctl put [<options>] <src> ... <path>"
            ),
            ("mv /a", "missing argument '<target>'", "<source> ... <target>"),
            ("boot --device", "missing value for '--device <dir>'", "usage: protectctl boot"),
            ("erase", "say --yes: this cannot be undone", "usage: protectctl erase --yes"),
            ("status more", "unexpected argument 'more'", "usage: protectctl status [<options>]"),
            ("init --kdf x", "the value 'x' is invalid for '--kdf <cost>'", "'moderate'"),
            ("put a /a --jobs 0", "--jobs must be at least 1", "usage: "),
            ("get /a --jobs 0", "--jobs must be at least 1", "usage: "),
            ("put - a /a", "standard input has no name", "usage: "),
            (
                "--generate-completion-script tcsh",
                "can't generate completion scripts for 'tcsh'", "bash, zsh and fish"
            ),
        ]
    )
    func wayOut(_ line: String, _ message: String, _ hint: String) throws {
        let desk = try Desk()
        #expect(try desk.run(line).status == 64)
        let error = try desk.run("--json \(line)").error()
        #expect(error["message"]?.string?.hasPrefix(message) == true, "\(error)")
        #expect(error["hint"]?.string?.contains(hint) == true, "\(error)")
        let prose = try desk.run(line).talk.split(separator: "\n")
        #expect(prose.count == 2, "\(prose)")
        #expect(prose.first?.hasSuffix(".") == false, "\(prose)")
    }

    @Test("files and folders of the wrong kind: the hint names the command that takes them")
    func kinds() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("mkdir /folder")
        try desk.must("put passcode /passcode")
        try desk.shell("ln -s nowhere dangling")
        for (line, status, hint) in [
            ("cat /folder", 64, "protectctl get"), ("get /folder -", 64, "a folder on the host"),
            ("get /passcode dangling", 66, "remove the link"),
            ("rm /folder", 64, "protectctl rm -r"), ("get /", 64, "protectctl get / <dest>"),
            ("put - /folder", 64, "to the folder's path"),
            ("cp /folder /x", 64, "protectctl cp -r"),
            ("put --append run /x", 64, "files only"), ("exec /folder -- cat", 64, "ls"),
            ("mkdir /no/x", 66, "mkdir -p"), ("put passcode /no/x", 66, "mkdir -p"),
            ("mv /no /x", 66, "ls -R"), ("cat /no", 66, "ls -R"),
            ("put missing /x", 66, "files of the host"), ("get /no", 66, "ls -R"),
            ("put missing passcode /folder", 66, "files of the host"),
            (
                "unlock --passcode-file missing --device locked", 66,
                "a file with the passcode in it"
            ),
        ] {
            if line.contains("locked"), !desk.exists("locked") {
                try desk.must("init --device locked --kdf interactive --passcode-file passcode")
            }
            let result = try desk.run(line)
            #expect(result.status == status, "\(line): \(result.talk)")
            #expect(result.talk.contains("hint: "), "\(line): \(result.talk)")
            #expect(result.talk.contains(hint), "\(line): \(result.talk)")
            if line.contains("missing") { #expect(result.talk.contains("'missing'"), "\(line)") }
        }
    }
}

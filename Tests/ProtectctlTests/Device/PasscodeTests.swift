import Testing

@Suite("Passcodes come from a file, standard input or a terminal")
struct PasscodeTests {
    @Test(
        "one newline at the end is dropped, no second one",
        arguments: [
            ("2580", true), ("2580\n", true), ("2580\n\n", false), ("2580\r\n", false),
            (" 2580", false), ("258", false), ("25800", false),
        ]
    )
    func lineEnd(_ text: String, _ opens: Bool) throws {
        let desk = try Desk()
        try desk.must("init --kdf interactive --delays none --passcode-file passcode")
        #expect(try desk.run("unlock --passcode-file -", input: text).status == (opens ? 0 : 77))
        try desk.text(text, in: "file")
        #expect(try desk.run("unlock --passcode-file file").status == (opens ? 0 : 77))
    }

    @Test("what is not a passcode is refused before it is tried")
    func policy() throws {
        let desk = try Desk.with(passcode: true)
        for text in ["", "\n", String(repeating: "x", count: 1_025)] {
            try desk.text(text, in: "bad")
            for line in [
                "init --device other --passcode-file bad", "unlock --passcode-file bad",
                "passcode change --passcode-file passcode --new-passcode-file bad",
            ] {
                let result = try desk.run("--json " + line)
                #expect(result.status == 64, "\(line)")
                #expect(try result.code() == "passcode-policy", "\(line)")
            }
        }
        #expect(!desk.exists("other"))
        #expect(try desk.must("status --json").json().object?["failedAttempts"] == .number(0))
        #expect(try desk.run("unlock --passcode-file nowhere").status == 66)
        #expect(try desk.run("unlock --passcode-file run").status == 64)
        #expect(try desk.run("unlock", input: "2580\n").status == 64, "standard input unasked")
    }

    @Test("without a terminal the file must be named")
    func required() throws {
        let desk = try Desk.with(passcode: true)
        for line in [
            "init --device other", "unlock", "passcode change", "passcode remove",
            "passcode change --passcode-file passcode",
        ] {
            try Refused(line, 64, "passcode-required", hint: true).check(on: desk)
        }
        #expect(!desk.exists("other"))
    }

    @Test("a passcode is set, changed and removed; the files stay")
    func life() throws {
        let desk = try Desk.with(passcode: false)
        try desk.text("1111", in: "new")
        try desk.must("put --class complete - /a", input: "content")
        for line in [
            "passcode change --passcode-file passcode --new-passcode-file new",
            "passcode remove --passcode-file passcode",
        ] {
            try Refused(line, 64, "passcode-not-set", hint: true).check(on: desk)
        }
        try desk.must("passcode set --new-passcode-file passcode")
        try Refused("passcode set --new-passcode-file new", 73, "already-exists", hint: true)
            .check(on: desk)
        try desk.must(
            "passcode change --passcode-file passcode --new-passcode-file -",
            input: "1111"
        )
        try desk.must("lock --now")
        #expect(try desk.run("cat /a").status == 75)
        #expect(try desk.run("unlock --passcode-file passcode").status == 77)
        #expect(try desk.run("passcode remove --passcode-file passcode").status == 77)
        try desk.must("unlock --passcode-file new")
        #expect(try desk.must("cat /a").output == "content")
        try desk.must("passcode remove --passcode-file new")
        try desk.must("lock --now")
        #expect(try desk.must("cat /a").output == "content")
    }

    @Test("after too many wrong ones there is a delay, and it says how long")
    func delay() throws {
        let desk = try Desk.with(passcode: true)
        for guess in 1...5 {
            let result = try desk.run("unlock --passcode-file - --json", input: "wrong \(guess)")
            #expect(result.status == 77)
            #expect(try result.error()["retryAfter"]?.number == (guess < 5 ? nil : 60))
        }
        for passcode in ["wrong 6", "2580"] {
            let result = try desk.run("unlock --passcode-file - --json", input: passcode)
            #expect(result.status == 75)
            #expect(try result.code() == "passcode-delayed")
            #expect((1...60).contains(try result.error()["retryAfter"]?.number ?? 0))
        }
        let status = try desk.must("status --json").json().object
        #expect(status?["failedAttempts"] == .number(5))
        #expect((0...60).contains(status?["retryAfter"]?.number ?? -1))
    }

    @Test("on a machine without the memory for the passcode init says so and makes nothing")
    func memory() throws {
        let desk = try Desk()
        let result = try desk.shell(
            """
            ulimit -v 900000
            $TOOL init --json --kdf sensitive --passcode-file passcode
            """
        )
        #expect(result.status == 75, "\(result)")
        #expect(try result.code() == "busy")
        #expect(try result.error()["message"]?.string?.contains("1073741824 bytes") == true)
        #expect(!desk.exists("phone"))
        #expect(try desk.names(in: "state/protectctl/keys").isEmpty)
    }

    @Test("the last attempt erases a device that was made so")
    func erased() throws {
        let desk = try Desk.with(passcode: true, "--max-failed-attempts 2 --delays none")
        #expect(try desk.run("unlock --passcode-file -", input: "wrong 1").status == 77)
        #expect(try desk.run("unlock --passcode-file -", input: "wrong 2").status != 0)
        let result = try desk.run("unlock --passcode-file passcode --json")
        #expect(result.status == 66)
        #expect(try result.code() == "device-erased")
    }
}

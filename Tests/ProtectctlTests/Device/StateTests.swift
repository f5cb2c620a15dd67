import Testing

@Suite("Booting, locking and waiting from the command line")
struct StateTests {
    @Test("what has been done already is not an error")
    func twice() throws {
        let desk = try Desk()
        try desk.must("init --kdf interactive --passcode-file passcode")
        for (line, state) in [
            ("shutdown", "off"), ("lock", "off"), ("lock --now", "off"), ("wait off", "off"),
            ("boot", "before-first-unlock"), ("boot", "before-first-unlock"),
            ("lock", "before-first-unlock"), ("wait before-first-unlock", "before-first-unlock"),
            ("unlock --passcode-file passcode", "unlocked"),
            ("unlock --passcode-file passcode", "unlocked"), ("boot", "unlocked"),
            ("lock", "locking"), ("lock", "locking"),
            ("unlock --passcode-file passcode", "unlocked"), ("lock --now", "locked"),
            ("lock", "locked"), ("lock --now", "locked"), ("wait locked", "locked"),
            ("reboot", "before-first-unlock"), ("shutdown", "off"), ("shutdown", "off"),
            ("reboot", "before-first-unlock"),
        ] {
            try desk.must(line)
            let status = try desk.must("status --json").json().object
            #expect(status?["state"] == .string(state), "\(line)")
        }
    }

    @Test("a command that needs keys boots the device and says so; status never does")
    func autoBoot() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        #expect(try desk.must("status").talk == "")
        #expect(try desk.must("status --json").json().object?["state"] == .string("off"))
        let list = try desk.must("ls")
        #expect(list.talk.contains("booted"))
        #expect(list.output == "")
        #expect(try desk.must("ls").talk == "")
    }

    @Test("status of a device that is off tells what holds then, and nothing of keys and handles")
    func statusOff() throws {
        let desk = try Desk()
        try desk.must("init --kdf interactive --passcode-file passcode")
        func rows() throws -> [String] {
            try desk.must("status").output.split(separator: "\n").map {
                $0.split(separator: " ").joined(separator: " ")
            }
        }
        let place = [
            "device \(desk.path("phone"))",
            "device id \(try desk.names(in: "state/protectctl/keys")[0].prefix(32))",
            "device key \(desk.path("state/protectctl/keys"))/"
                + (try desk.names(in: "state/protectctl/keys")[0]),
            "key source file", "older copies not noticed",
            "grace 10s", "locks when idle never", "restarts when locked never",
            "user inactive after never", "erases itself never", "delays classic",
            "cost of a guess interactive", "cipher chacha20-poly1305",
        ]
        #expect(try rows() == ["state off", "passcode set"] + place)
        try desk.text("wrong", in: "wrong")
        for _ in 0..<2 { #expect(try desk.run("unlock --passcode-file wrong").status == 77) }
        try desk.must("shutdown")
        #expect(try rows() == ["state off", "passcode set", "wrong passcodes 1"] + place)
        try desk.must("boot")
        #expect(try rows().contains("open handles 0"))
        #expect(try rows().suffix(place.count) == place[...])
    }

    @Test("status names the key that the agent uses, wherever this command would look for one")
    func deviceKey() throws {
        let desk = try Desk.with(passcode: true)
        let used = try desk.must("status --json").json().object?["deviceKey"]
        #expect(used?.string?.hasPrefix(desk.path("state/protectctl/keys/")) == true)
        for (changes, options) in [
            (["HOME": nil, "XDG_STATE_HOME": nil], ""),
            (["XDG_STATE_HOME": desk.path("other")], ""), ([:], "--device-key elsewhere"),
        ] as [([String: String?], String)] {
            let status = try desk.run("status --json \(options)", changes)
            #expect(status.status == 0, "\(status)")
            #expect(try status.json().object?["deviceKey"] == used)
        }
    }

    @Test("status names the settings, as they are in force, on and off alike")
    func settings() throws {
        let desk = try Desk()
        try desk.must(
            "init --kdf moderate --no-passcode --grace 250ms --auto-lock 5m --inactivity-reboot 72h "
                + "--user-inactive-after 1h --max-failed-attempts 7 --delays modern"
        )
        let settings = """
            {"autoLock":300,"cipher":"chacha20-poly1305","delays":"modern","grace":0.25,\
            "inactivityReboot":259200,"kdf":"moderate","maxFailedAttempts":7,"userInactiveAfter":3600}
            """
        for line in ["status --json", "boot", "status --json"] {
            let result = try desk.must(line)
            guard line != "boot" else { continue }
            let status = try result.json().object
            #expect(status?["settings"] == (try JSONValue(text: settings)))
            #expect(status?["device"] == .string(desk.path("phone")))
        }
    }

    @Test("the grace ends by itself, and wait sees it")
    func grace() throws {
        let desk = try Desk.with(passcode: true, "--grace 300ms")
        try desk.must("put --class complete passcode /a")
        try desk.must("lock")
        #expect(try desk.run("wait locked --timeout 20s").status == 0)
        #expect(try desk.run("cat /a").status == 75)
        #expect(try desk.run("wait unlocked --timeout 20ms").status == 75)
    }

    @Test("a device without a passcode stays unlocked")
    func noPasscode() throws {
        let desk = try Desk.with(passcode: false)
        for line in ["lock", "lock --now", "unlock", "reboot"] {
            try desk.must(line)
            let status = try desk.must("status --json").json().object
            #expect(status?["state"] == .string("unlocked"), "\(line)")
            #expect(status?["protectedDataAvailable"] == .bool(true), "\(line)")
        }
    }

    @Test("a device is made with the root class that was asked for")
    func rootClass() throws {
        let desk = try Desk.with(passcode: false, "--class B")
        #expect(try desk.must("stat /").output.contains("complete-unless-open"))
    }

    @Test("an AES device works where the processor has AES, and is 69 elsewhere")
    func cipher() throws {
        let desk = try Desk()
        let made = try desk.run("init --no-passcode --cipher aes-256-gcm --json")
        guard made.status == 0 else {
            #expect(made.status == 69)
            return #expect(try made.code() == "cipher-unavailable")
        }
        try desk.must("put passcode /a")
        #expect(try desk.must("cat /a").output == "2580")
    }
}

import Foundation
import Testing

@Suite("What is reported when something is refused fits the case")
struct AdviceTests {
    @Test("init names the key file that is in the way, whole, and what to do")
    func existingKey() throws {
        let desk = try Desk()
        try desk.text("something of the user's", in: "key")
        for (line, changes) in [
            ("init --passcode-file passcode --device-key key", [:]),
            ("init --passcode-file passcode", ["PROTECTCTL_DEVICE_KEY": "key"]),
        ] as [(String, [String: String?])] {
            let result = try desk.run(line, changes)
            #expect(result.status == 73, "\(result.talk)")
            #expect(result.talk.contains("'\(desk.path("key"))' exists already"), "\(result.talk)")
            #expect(result.talk.contains("hint: each device has a key of its own"))
        }
        #expect(!desk.exists("phone"))
        #expect(try desk.text(of: "key") == "something of the user's")
    }

    @Test("a damaged keybag does not lead to the advice to run fsck")
    func keybag() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("shutdown")
        try desk.damage("phone/keybag", at: 60..<61)
        let result = try desk.run("boot")
        #expect(result.status == 65)
        #expect(result.talk.contains("hint: ") && result.talk.contains("backup"), "\(result.talk)")
        #expect(!result.talk.contains("fsck"))
    }

    @Test("a socket path that is too long is reported with the variable that shortens it")
    func socket() throws {
        let desk = try Desk()
        try desk.must("init --kdf interactive --no-passcode")
        let long = desk.path(String(repeating: "n", count: 100))
        for (changes, variable) in [
            (["XDG_RUNTIME_DIR": long], "XDG_RUNTIME_DIR"),
            (["XDG_RUNTIME_DIR": nil, "TMPDIR": long], "TMPDIR"),
        ] as [([String: String?], String)] {
            for line in ["status", "boot", "ls"] {
                let result = try desk.run(line, changes)
                #expect(result.status == 64, "\(line): \(result.talk)")
                #expect(result.talk.contains("is too long"), "\(line): \(result.talk)")
                #expect(result.talk.contains("set \(variable) to a shorter"), "\(result.talk)")
            }
        }
    }

    @Test("an empty passcode is refused with the way to have none")
    func emptyPasscode() throws {
        let desk = try Desk()
        let made = try desk.run("init --passcode-file -")
        #expect(made.status == 64)
        #expect(made.talk.contains("hint: ") && made.talk.contains("--no-passcode"))
        try desk.must("init --kdf interactive --passcode-file passcode")
        let line = "passcode change --passcode-file passcode --new-passcode-file -"
        let change = try desk.run(line)
        #expect(change.status == 64)
        #expect(change.talk.contains("'protectctl passcode remove'"), "\(change.talk)")
    }

    @Test(
        "a word that is not known is answered with those that are, however many",
        arguments: [
            ("id settings --account x", "'adult', 'none', 'child', 'under-18', 'managed' or 'new'"),
            ("init --delays x", "'classic', 'modern' or 'none'"),
            ("init --vendor-rule x", "'ios7' or 'ios6'"),
        ]
    )
    func words(line: String, words: String) throws {
        let result = try Desk().run(line)
        #expect(result.status == 64)
        #expect(result.talk.contains("hint: it is \(words)\n"), "\(result.talk)")
    }

    @Test("a host file in the store is called what it is, and who can take it away")
    func foreignFile() throws {
        let desk = try Desk.with(passcode: false)
        try desk.text("notes", in: "phone/files/notes.txt")
        let result = try desk.run("fsck")
        #expect(result.status == 1)
        #expect(result.output.contains("notes.txt"))
        #expect(result.output.contains("put here on the host, remove it there"), "\(result.output)")
    }

    @Test("a device that erases itself says how many tries are left, and when it did")
    func lastTries() throws {
        let desk = try Desk.with(passcode: true, "--max-failed-attempts 3 --delays none")
        for (guess, words) in [
            ("1", "2 more wrong passcodes erase the device"),
            ("1", "2 more wrong passcodes erase the device"),
            ("2", "one more wrong passcode erases the device"),
            ("3", "the device erased itself after 3 wrong passcodes"),
        ] {
            let result = try desk.run("unlock --passcode-file -", input: guess)
            #expect(result.status == 77)
            #expect(result.talk.contains(words), "\(result.talk)")
        }
        let strict = try Desk.with(passcode: true, "--max-failed-attempts 1")
        let result = try strict.run("unlock --passcode-file -", input: "1")
        #expect(result.talk.contains("erased itself after one wrong passcode"), "\(result.talk)")
        let patient = try Desk.with(passcode: true)
        let wrong = try patient.run("unlock --passcode-file -", input: "1")
        #expect(!wrong.talk.contains("erase"))
    }
}

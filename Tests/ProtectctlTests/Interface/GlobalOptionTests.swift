import Foundation
import Testing

@Suite("Global options, variables and the places that they replace")
struct GlobalOptionTests {
    @Test("global options stand before, between and behind the words of a command")
    func everywhere() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode --device other --kdf interactive")
        for line in [
            "--device other --json status", "status --device other --json",
            "--json status --device=other", "--color never --quiet status --device other --json",
            "-q --device other status --json",
        ] {
            let result = try desk.run(line)
            #expect(result.status == 0, "\(line): \(result.talk)")
            #expect(try result.json().object?["state"] == .string("off"), "\(line)")
        }
        for line in [
            "--device none passcode set --json", "passcode --device none set --json",
            "--json passcode set --device none", "--json passcode --device none set",
        ] {
            let result = try desk.run(line)
            #expect(result.status == 66, "\(line): \(result.talk)")
            #expect(try result.code() == "device-not-found", "\(line)")
        }
    }

    @Test("options and variables name the device and its key, options first")
    func places() throws {
        let desk = try Desk()
        let data: [String: String?] = ["PROTECTCTL_DEVICE": nil, "XDG_DATA_HOME": nil]
        let key = desk.path("key")
        let rows: [(line: String, [String: String?], device: String, key: String?)] = [
            ("init --device a", [:], "a/keybag", nil),
            ("init", ["PROTECTCTL_DEVICE": desk.path("b")], "b/keybag", nil),
            ("init --device c", ["PROTECTCTL_DEVICE": desk.path("z")], "c/keybag", nil),
            ("init --device d --device-key keys/d", [:], "d/keybag", "keys/d"),
            ("init --device e", ["PROTECTCTL_DEVICE_KEY": key], "e/keybag", "key"),
            ("init", data, "home/.local/share/protectctl/device/keybag", nil),
            (
                "init",
                ["PROTECTCTL_DEVICE": nil, "XDG_DATA_HOME": desk.path("data")],
                "data/protectctl/device/keybag", nil
            ),
            (
                "init --device f", ["XDG_STATE_HOME": nil], "f/keybag",
                "home/.local/state/protectctl/keys/ID"
            ),
            // A relative or empty base directory counts as none (XDG Base Directory Specification).
            (
                "init --device g", ["XDG_STATE_HOME": "relative"], "g/keybag",
                "home/.local/state/protectctl/keys/ID"
            ),
        ]
        for (line, changes, device, key) in rows {
            let result = try desk.run("\(line) --no-passcode --json", changes)
            #expect(result.status == 0, "\(line): \(result.talk)")
            #expect(desk.exists(device), "\(line) \(changes)")
            let made = try result.json().object
            let id = try #require(made?["id"]?.string)
            let place = (key ?? "state/protectctl/keys/ID").replacing("ID", with: id)
            #expect(desk.exists(place), "\(line) \(changes)")
            #expect(made?["deviceKey"] == .string(desk.path(place)))
        }
    }

    @Test("without a home the user must say where the device is")
    func homeless() throws {
        let desk = try Desk()
        let nowhere: [String: String?] = [
            "HOME": nil, "PROTECTCTL_DEVICE": nil, "XDG_DATA_HOME": nil, "XDG_STATE_HOME": nil,
        ]
        let result = try desk.run("status --json", nowhere)
        #expect(result.status == 64)
        #expect(try result.code() == "invalid-argument")
        let named = try desk.run("init --device a --device-key k --no-passcode", nowhere)
        #expect(named.status == 0, "\(named.talk)")
        let booted = try desk.run("ls --device a --device-key k", nowhere)
        #expect(booted.status == 0, "\(booted.talk)")
    }

    @Test("a device and its key are their owner's alone")
    func modes() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let modes = try desk.shell("umask 0; stat -c %a phone state/protectctl/keys/*[0-9a-f]")
        #expect(modes.output == "700\n600\n")
    }

    @Test("--quiet leaves standard error empty")
    func quiet() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode --device loud")
        for line in ["init --no-passcode", "ls", "put passcode /a", "put --class none passcode /a"]
        {
            let result = try desk.must(line + " --quiet")
            #expect(result.talk == "", "\(line)")
        }
        #expect(try desk.must("ls --device loud").talk.contains("booted"))
    }

    @Test("colours come when asked for, and not into files otherwise")
    func colours() throws {
        let desk = try Desk.with(passcode: false)
        #expect(try desk.must("status").output.contains("\u{1B}") == false)
        #expect(try desk.must("status --color always").output.contains("\u{1B}["))
        #expect(try desk.must("status --color never").output.contains("\u{1B}") == false)
    }

    @Test("the version is the newest that the changelog has")
    func version() throws {
        let place = Checkout.root.appending(path: "CHANGELOG.md")
        let changelog = try String(contentsOf: place, encoding: .utf8)
        let newest = try #require(changelog.firstMatch(of: #/\n## ([0-9.]+) - /#))
        #expect(try Desk().must("--version").output == "\(newest.output.1)\n")
    }

    @Test("help, version and completions go to standard output")
    func words() throws {
        let desk = try Desk()
        #expect(try desk.must("--version").output.first?.isNumber == true)
        for line in [
            "--help", "help put", "help help", "help help put", "put --help", "--device x help put",
            "--json --help", "passcode",
            "--quiet passcode", "--generate-completion-script bash",
            "--generate-completion-script zsh", "--generate-completion-script fish",
        ] {
            let result = try desk.must(line)
            #expect(result.output.count > 300, "\(line)")
            #expect(result.talk == "", "\(line)")
        }
    }
}

import Foundation
import Testing

@Suite("protectctl key, recover and settings")
struct KeyCommandTests {
    private let desk: Desk

    init() throws {
        desk = try .with(passcode: true)
        try desk.must("put --class complete - /a", input: "content")
        try desk.text("1111", in: "new")
    }

    @discardableResult
    private func addRecoveryKey(_ options: String = "") throws -> String {
        let run = try desk.must("key add recovery --passcode-file passcode \(options)")
        return String(run.output.dropLast())
    }

    @Test("a recovery key is printed once, sets another passcode, and nothing is lost")
    func recovery() throws {
        let key = try addRecoveryKey()
        #expect(key.wholeMatch(of: /([0-9A-Z]{5}-){7}[0-9A-Z]{5}/) != nil)
        try desk.must("lock --now")
        try desk.text(key.lowercased() + "\n", in: "key")
        let run = try desk.must("recover --recovery-key-file key --new-passcode-file new")
        #expect(run.talk.contains("the new passcode took the place of 'passcode'"))
        #expect(try desk.must("cat /a").output == "content")
        try desk.must("lock --now")
        #expect(try desk.run("unlock --passcode-file passcode").status == 77)
        try desk.must("unlock --passcode-file new")
        let list = try desk.must("key list").output.split(separator: "\n")
        #expect(list.count == 2)
        #expect(list.last?.hasPrefix("2  recovery  recovery  2") == true)
    }

    @Test("a wrong character is told with its group, before anything is tried")
    func wrongCharacter() throws {
        let key = try addRecoveryKey()
        let wrong = key.last == "A" ? key.dropLast() + "B" : key.dropLast() + "A"
        try desk.must("shutdown")
        let run = try desk.run(
            "recover --recovery-key-file - --new-passcode-file new",
            input: String(wrong)
        )
        #expect(run.status == 64)
        #expect(run.talk.contains("group 8 of the recovery key has a wrong character"))
        #expect(!run.talk.contains(key.prefix(5)))
        // The device was not even started.
        #expect(try desk.must("status").output.contains("off"))
        try desk.must("boot")
        let other = (0..<8).map { "0000\($0)" }.joined(separator: "-")
        try desk.text(other, in: "other")
        try Refused(
            "recover --recovery-key-file other --new-passcode-file new",
            77,
            "passcode-incorrect"
        ).check(on: desk)
    }

    @Test("a device whose key was lost is back with a recovery key")
    func lostDeviceKey() throws {
        let key = try addRecoveryKey()
        try desk.must("shutdown")
        let status = try desk.must("status --json").json().object
        let path = try #require(status?["deviceKey"]?.string)
        try FileManager.default.removeItem(atPath: path)
        try Refused("boot", 66, "device-key-missing", hint: true).check(on: desk)
        try desk.text(key, in: "key")
        let line = "recover --recovery-key-file key --new-passcode-file new"
        try Refused(line, 66, "device-key-missing", hint: true).check(on: desk)
        let run = try desk.must(line + " --new-device-key")
        #expect(run.talk.contains("made a new device key, '\(path)'"))
        #expect(run.talk.contains("these keys open the device as before: 'recovery'"))
        // It is unlocked, as after any recovery.
        #expect(try desk.must("cat /a").output == "content")
        #expect(try desk.run("unlock --passcode-file passcode").status == 77)
    }

    @Test(
        "a new device key is refused while an agent holds the device, and where the old one opens it"
    )
    func heldDeviceKey() throws {
        let key = try addRecoveryKey()
        let path = try #require(desk.must("status --json").json()["deviceKey"]?.string)
        try desk.text(key, in: "key")
        let line = "recover --recovery-key-file key --new-passcode-file new --new-device-key"
        try Refused(line, 75, "busy", hint: true).check(on: desk)
        try desk.must("shutdown")
        try Refused(line, 73, "already-exists", hint: true).check(on: desk)
        try desk.shell("head -c 58 /dev/urandom > \(path)")
        let run = try desk.run(line)
        #expect(run.status == 65)
        #expect(run.talk.contains("move it elsewhere"))
    }

    @Test(
        "what was refused leaves nothing that looks like a key",
        arguments: ["--passcode-file wrong", "--name first --passcode-file passcode"]
    )
    func refusedKey(options: String) throws {
        try desk.must("key add file first --name first --passcode-file passcode")
        try desk.text("9999", in: "wrong")
        #expect(try desk.run("key add recovery \(options)").output.isEmpty)
        #expect(try desk.run("key add file second \(options)").status != 0)
        #expect(!FileManager.default.fileExists(atPath: desk.path("second")))
    }

    @Test("a recovery key that cannot be printed is not made")
    func unprinted() throws {
        let run = try desk.shell("$TOOL key add recovery --passcode-file passcode > /dev/full")
        #expect(run.status == 74)
        #expect(try !desk.must("key list").output.contains("recovery"))
    }

    @Test("a device that key files alone unlock says so, and how it gets a passcode")
    func onlyKeyFiles() throws {
        try desk.must("key add file stick --name stick --passcode-file passcode")
        try desk.must("key remove passcode --key-file stick")
        try desk.text("1111", in: "new")
        for line in ["unlock --passcode-file passcode", "passcode set --new-passcode-file new"] {
            let run = try desk.run(line)
            #expect(run.status == 64, "\(line)")
            #expect(run.talk.contains("key add passcode"), "\(line)")
        }
    }

    @Test("a lost device key is made anew also where only a service may switch the device on")
    func lostDeviceKeyOfService() throws {
        let key = try addRecoveryKey()
        try desk.must("shutdown")
        let path = try #require(desk.must("status --json").json()["deviceKey"]?.string)
        try FileManager.default.removeItem(atPath: path)
        try desk.text(key, in: "key")
        try desk.shell("echo > phone/.service")
        let line = "recover --recovery-key-file key --new-passcode-file new --new-device-key"
        #expect(try desk.must(line).talk.contains("the device is off; unlock it with the new"))
        try desk.shell("rm phone/.service")
        try desk.must("unlock --passcode-file new")
        #expect(try desk.must("cat /a").output == "content")
    }

    @Test("a key file is made, unlocks, and may be one that is there")
    func keyFile() throws {
        try desk.must("key add file stick --name stick --passcode-file passcode")
        let attributes = try FileManager.default.attributesOfItem(atPath: desk.path("stick"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try desk.must("lock --now")
        try desk.must("unlock --key-file stick")
        #expect(try desk.must("cat /a").output == "content")
        try desk.must("key add file stick --name again --key-file stick")
        try desk.text("short", in: "short")
        for line in [
            "key add file short --name short --passcode-file passcode",
            "unlock --key-file short", "recover --key-file short --new-passcode-file new",
        ] {
            try Refused(line, 64, "invalid-argument", hint: true).check(on: desk)
        }
        let key = try #require(desk.must("status --json").json()["deviceKey"]?.string)
        for place in ["phone/stick", "phone/files/../stick", key] {
            let line = "key add file \(place) --name bad --passcode-file passcode"
            try Refused(line, 64, "invalid-argument", hint: true).check(on: desk)
        }
        try Refused("unlock --key-file nowhere", 66, "not-found", hint: true).check(on: desk)
        try Refused(
            "key add file none/stick --name new --passcode-file passcode",
            66,
            "not-found",
            hint: true
        ).check(on: desk)
    }

    @Test(
        "a whole device key is not replaced unasked, and a device whose key is lost can be erased"
    )
    func wholeDeviceKey() throws {
        let key = try addRecoveryKey()
        try desk.text(key, in: "key")
        try desk.must("shutdown")
        try desk.damage("phone/keybag", at: 840..<841)
        let line = "recover --recovery-key-file key --new-passcode-file new"
        try Refused(line, 65, "authentication-failure", hint: true).check(on: desk)
        try desk.damage("phone/keybag", at: 840..<841)
        let status = try desk.must("status --json").json().object
        let path = try #require(status?["deviceKey"]?.string)
        try FileManager.default.removeItem(atPath: path)
        try desk.must("erase --yes")
        #expect(try desk.run(line + " --new-device-key").status == 65)
    }

    @Test("secrets that are named by mistake are not repeated")
    func mistakes() throws {
        let key = try addRecoveryKey()
        for line in [
            "key add recipient AGE-SECRET-KEY-1QQQQQQQQ --passcode-file passcode",
            "key remove \(key) --passcode-file passcode", "key escrow \(key)",
            "key rename \(key) new",
        ] {
            let run = try desk.run(line)
            #expect(run.status != 0)
            #expect(!run.talk.contains(key) && !run.talk.contains("SECRET"), "\(line)")
        }
    }

    @Test("keys are found by name and number, and the last one stays")
    func names() throws {
        try addRecoveryKey("--name paper")
        try desk.must(
            "key add passcode --name bob --new-passcode-file new --passcode-file passcode"
        )
        try desk.must("key rename 3 robert")
        let list = try desk.must("key list --json").json().array ?? []
        #expect(
            list.map { $0.object?["name"] } == ["passcode", "paper", "robert"].map { .string($0) }
        )
        try desk.must("key remove passcode --passcode-file new")
        try Refused("key remove robert --passcode-file new", 64, "invalid-argument").check(on: desk)
        try Refused("key remove nobody --passcode-file new", 66, "not-found", hint: true)
            .check(on: desk)
        try Refused("key remove paper", 64, "passcode-required", hint: true).check(on: desk)
        try Refused("key rename paper robert", 73, "already-exists").check(on: desk)
        try desk.must("lock --now")
        try Refused("key rename paper card", 75, "protected-data-unavailable", hint: true)
            .check(on: desk)
        #expect(try desk.must("key list").output.contains("robert"))
        try desk.must("shutdown")
        #expect(try desk.must("key list").output.contains("robert"))
    }

    @Test("what is not a recipient is refused, and its owner alone reads an escrowed key")
    func recipient() throws {
        let owner = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
        let run = try desk.must("key add recipient \(owner) --passcode-file passcode")
        #expect(run.output.hasPrefix("-----BEGIN AGE ENCRYPTED FILE-----\n"))
        #expect(try desk.must("key escrow escrow").output == run.output)
        #expect(!run.output.contains("-> X25519"))
        try Refused(
            "key add recipient \(owner.dropLast())q --passcode-file passcode",
            64,
            "invalid-argument",
            hint: true
        ).check(on: desk)
        try Refused("key escrow passcode", 64, "invalid-argument", hint: true).check(on: desk)
    }

    @Test("settings are changed while unlocked, and shown")
    func settings() throws {
        try desk.must("settings --auto-lock 5m --max-failed-attempts 9")
        let status = try desk.must("status").output
        #expect(status.contains("5m"))
        #expect(status.contains("after 9 wrong passcodes"))
        let never = "settings --auto-lock never --max-failed-attempts never"
        try Refused(never, 64, "passcode-required", hint: true).check(on: desk)
        try desk.text("wrong", in: "wrong")
        #expect(try desk.run("\(never) --passcode-file wrong").status == 77)
        #expect(try desk.must("status").output.contains("after 9"))
        try desk.must("\(never) --passcode-file passcode")
        #expect(try !desk.must("status").output.contains("after 9"))
        for line in [
            "settings", "settings --auto-lock 0s", "settings --max-failed-attempts 0",
            "settings --grace never", "settings --grace -1s",
        ] {
            #expect(try desk.run(line).status == 64, "\(line)")
        }
        try desk.must("lock --now")
        try Refused("settings --auto-lock 1m", 75, "protected-data-unavailable", hint: true)
            .check(on: desk)
    }
}

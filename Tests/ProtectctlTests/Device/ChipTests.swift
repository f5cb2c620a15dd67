import Foundation
import TestSupport
import Testing

@Suite("A device whose key a TPM seals")
struct ChipTests {
    #if TPM
    private static let secret = "--kdf interactive --passcode-file passcode"

    @Test(
        "is made, used, shown and erased by the chip that its key file names",
        .enabled(if: SoftwareChip.isThere, SoftwareChip.absence)
    )
    func life() throws {
        let (desk, chip) = (try Desk(), try SoftwareChip())
        let made = try desk.must("init --tpm \(chip.address) \(Self.secret)")
        #expect(made.talk.contains("its key is sealed by the TPM '\(chip.address)'"))
        let off = try desk.must("status").output
        try desk.must("unlock --passcode-file passcode")
        try desk.must("put - /a", input: "content")
        for status in [off, try desk.must("status").output] {
            let rows = status.split(separator: "\n").map {
                $0.split(separator: " ").joined(separator: " ")
            }
            #expect(rows.contains("key source TPM \(chip.address)"))
        }
        let document = try desk.must("status --json").json().object
        #expect(document?["keySource"]?.string == "tpm")
        #expect(document?["tpm"]?.string == chip.address)
        try desk.must("shutdown")
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.must("cat /a").output == "content")
        try desk.must("erase --yes")
        #expect(try desk.names(in: "state/protectctl/keys").isEmpty)
        #expect(try desk.run("status").status == 66)
        #expect(try chip.isTidy())
    }

    @Test(
        "tells a chip that is gone from one that was cleared, and what to do",
        .enabled(if: SoftwareChip.isThere, SoftwareChip.absence)
    )
    func gone() throws {
        let (desk, chip) = (try Desk(), try SoftwareChip())
        try desk.must("init --tpm \(chip.address) \(Self.secret)")
        chip.kill()
        for line in ["status", "boot", "ls", "erase --yes"] {
            try Refused(line, 69, "chip-unavailable", hint: true).check(on: desk)
        }
        try chip.start()
        try desk.must("status")
        try chip.tool("tpm2_clear", "-Q", "-c", "p")
        for line in ["status", "boot"] {
            try Refused(line, 65, "authentication-failure", hint: true).check(on: desk)
        }
    }

    @Test(
        "opens only with the registers of then",
        .enabled(if: SoftwareChip.isThere, SoftwareChip.absence)
    )
    func registers() throws {
        let (desk, chip) = (try Desk(), try SoftwareChip())
        try desk.must("init --tpm \(chip.address) --tpm-pcrs 7,16 \(Self.secret)")
        try desk.must("status")
        let digest = String(repeating: "0a", count: 32)
        try chip.tool("tpm2_pcrextend", "16:sha256=\(digest)")
        try Refused("status", 65, "authentication-failure", hint: true).check(on: desk)
    }

    /// What is put back of a device and what is beside its key.
    enum Copy: String, CaseIterable {
        case keybag = "phone/keybag"
        case device = "phone"
        case disk = "phone state"
    }

    private func copy(_ copy: Copy, on desk: Desk, from source: String, to target: String) throws {
        for path in copy.rawValue.split(separator: " ") {
            let run = try desk.shell(
                "mkdir -p \(target)/$(dirname \(path)) && rm -rf \(target)/\(path) && "
                    + "cp -a \(source)/\(path) \(target)/\(path)"
            )
            try #require(run.status == 0, "\(run.talk)")
        }
    }

    @Test(
        "refuses an older copy until the passcode of that time accepts it",
        .enabled(if: SoftwareChip.isThere, SoftwareChip.absence),
        arguments: Copy.allCases
    )
    func older(copy: Copy) throws {
        let (desk, chip) = (try Desk(), try SoftwareChip())
        try desk.must("init --tpm \(chip.address) \(Self.secret)")
        try desk.must("unlock --passcode-file passcode")
        try desk.must("shutdown")
        try self.copy(.disk, on: desk, from: ".", to: "old")
        try desk.text("0000", in: "new")
        try desk.must("passcode change --passcode-file passcode --new-passcode-file new")
        try desk.must("mkdir /later")
        try desk.must("shutdown")
        #expect(try desk.must("accept-rollback").talk.contains("is not an older copy"))
        try self.copy(copy, on: desk, from: "old", to: ".")
        for line in ["status", "boot", "ls", "doctor"] {
            try Refused(line, 65, "rolled-back", hint: true).check(on: desk)
        }
        let wrong = try desk.run("accept-rollback --passcode-file new")
        #expect(wrong.status == 77)
        #expect(try desk.run("boot").status == 65)
        let accepted = try desk.must("accept-rollback --passcode-file passcode")
        #expect(accepted.talk.contains("is the newest from now on"))
        try desk.must("unlock --passcode-file passcode")
        try desk.must("mkdir /after")
        try desk.must("shutdown")
        try self.copy(.disk, on: desk, from: "old", to: ".")
        try Refused("boot", 65, "rolled-back", hint: true).check(on: desk)
        try desk.must("erase --yes")
        #expect(try desk.names(in: "state/protectctl/keys").isEmpty)
        #expect(try chip.isTidy())
    }

    @Test(
        "refuses a folder that is older, and one alone, by its name",
        .enabled(if: SoftwareChip.isThere, SoftwareChip.absence)
    )
    func olderFolder() throws {
        let (desk, chip) = (try Desk(), try SoftwareChip())
        try desk.must("init --tpm \(chip.address) --no-passcode")
        for line in ["mkdir /a", "mkdir /b", "touch /a/1", "shutdown"] { try desk.must(line) }
        let entries = try desk.names(in: "phone/files").filter { !$0.hasPrefix(".") }
        #expect(try desk.shell("cp -a phone/files old").status == 0)
        for line in ["touch /a/2", "shutdown"] { try desk.must(line) }
        for name in entries {
            let put = "rm -rf phone/files/\(name) && cp -a old/\(name) phone/files/\(name)"
            #expect(try desk.shell(put).status == 0)
        }
        let run = try desk.run("boot")
        #expect(run.status == 65)
        #expect(run.talk.contains("the folder '/a' is an older one: it is of generation "))
        try desk.must("accept-rollback")
        #expect(try desk.must("ls /a").output == "1\n")
    }

    @Test(
        "says whether older copies are noticed, and needs the record of that",
        .enabled(if: SoftwareChip.isThere, SoftwareChip.absence)
    )
    func pinned() throws {
        let (desk, chip) = (try Desk(), try SoftwareChip())
        try desk.must("init --tpm \(chip.address) \(Self.secret)")
        #expect(try desk.must("status").output.contains("older copies"))
        #expect(try desk.must("status --json").json().object?["rollbackPinned"] == .bool(true))
        try desk.must("init --device plain \(Self.secret)")
        let plain = try desk.must("status --device plain --json").json().object
        #expect(plain?["rollbackPinned"] == .bool(false))
        try Refused(
            "accept-rollback --device plain --passcode-file passcode",
            64,
            "invalid-argument"
        ).check(on: desk)
        try desk.must("boot")
        try desk.must("shutdown")
        for ending in ["rollback", "folders-rollback"] {
            #expect(try desk.shell("rm state/protectctl/keys/*.\(ending)").status == 0)
            try Refused("boot", 65, "rolled-back", hint: true).check(on: desk)
            try desk.must("accept-rollback --passcode-file passcode")
            try desk.must("boot")
            try desk.must("shutdown")
        }
    }

    @Test("is not made without a chip there, or with an address that runs a program")
    func refused() throws {
        let desk = try Desk()
        for (address, status, code) in [
            ("device:/dev/no-such-chip", 69, "chip-unavailable"),
            ("swtpm:path=/nowhere", 69, "chip-unavailable"), ("cmd:sh", 64, "invalid-argument"),
        ] as [(String, Int32, String)] {
            let run = try desk.run("init --json --tpm \(address) \(Self.secret)")
            #expect(run.status == status, "\(address)")
            #expect(try run.code() == code)
            #expect(!desk.exists("phone"))
        }
        #expect(try desk.run("init --no-passcode --tpm-pcrs 7").status == 64)
        #expect(try desk.run("init --no-passcode --tpm --tpm-pcrs 24").status == 64)
    }
    #else
    @Test("needs a tool that was built with support for it")
    func notBuiltIn() throws {
        let desk = try Desk()
        let run = try desk.run("init --no-passcode --tpm")
        #expect(run.status == 69)
        let sentence = "protectctl: error: --tpm: this protectctl was built without TPM support\n"
        #expect(run.talk.hasPrefix(sentence))
        #expect(run.talk.contains("protectctl: hint: "))
        #expect(!desk.exists("phone"))
    }
    #endif
}

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

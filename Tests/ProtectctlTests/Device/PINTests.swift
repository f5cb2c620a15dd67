import Foundation
import TestSupport
import Testing

@Suite("protectctl key add tpm")
struct PINTests {
    #if TPM
    private func unlocked() throws -> (desk: Desk, chip: SoftwareChip) {
        let (desk, chip) = (try Desk.with(passcode: true), try SoftwareChip())
        try desk.text("1379", in: "pin")
        try desk.text("1111", in: "new")
        let key = try desk.must("key add recovery --passcode-file passcode").output
        try desk.text(key, in: "key")
        return (desk, chip)
    }

    private func add(_ desk: Desk, _ chip: SoftwareChip, _ options: String = "") throws -> ToolRun {
        try desk.run(
            "key add tpm --tpm \(chip.address) --passcode-file passcode --new-passcode-file pin "
                + options
        )
    }

    @Test(
        "unlocks, is shown with its tries, shuts, and comes back with a recovery",
        .enabled(if: SoftwareChip.isThere, SoftwareChip.absence)
    )
    func life() throws {
        let (desk, chip) = try unlocked()
        let added = try add(desk, chip, "--tries 3")
        #expect(added.status == 0)
        #expect(added.talk.contains("takes 3 wrong PINs in a row"))
        #expect(try desk.must("key list").output.contains("3  tpm"))
        try desk.must("key remove passcode --passcode-file passcode")
        try desk.must("lock --now")
        try desk.must("unlock --passcode-file pin")
        try desk.must("lock --now")
        for left in ["takes 2 more", "takes 1 more", "takes no more"] {
            let wrong = try desk.run("unlock --passcode-file -", input: left)
            #expect(wrong.status == 77)
            #expect(wrong.talk.contains("the PIN is wrong; the TPM \(left)"))
        }
        try Refused("unlock --passcode-file pin", 75, "passcode-delayed", hint: true)
            .check(on: desk)
        #expect(try desk.must("status").output.contains("tpm: shut after 3 wrong ones"))
        let doctor = try desk.run("doctor")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("shut after 3 wrong ones"))
        try desk.must("recover --recovery-key-file key --new-passcode-file new")
        try desk.must("lock --now")
        try desk.must("unlock --passcode-file pin")
        let pin = try desk.must("status --json").json().object?["pin"]
        #expect(pin?.shape == "{error:null,left:number,name:string,tpm:string,tries:number}")
        try desk.must("key remove tpm --passcode-file new")
        #expect(try chip.indexCount() == 0)
    }

    @Test(
        "without its chip is refused as such, while the passcode unlocks",
        .enabled(if: SoftwareChip.isThere, SoftwareChip.absence)
    )
    func gone() throws {
        let (desk, chip) = try unlocked()
        try #require(try add(desk, chip).status == 0)
        try desk.must("key remove passcode --recovery-key-file key")
        chip.kill()
        try desk.must("lock --now")
        try Refused("unlock --passcode-file pin", 69, "chip-unavailable", hint: true)
            .check(on: desk)
        #expect(try desk.must("status").output.contains("is not there"))
        #expect(try desk.run("doctor").output.contains("is not there"))
        try desk.must("recover --recovery-key-file key --new-passcode-file new")
        try desk.must("lock --now")
        try desk.must("unlock --passcode-file new")
    }

    @Test(
        "is refused alone, twice, or by a chip whose owner is not asked",
        .enabled(if: SoftwareChip.isThere, SoftwareChip.absence)
    )
    func refused() throws {
        let (desk, chip) = try unlocked()
        #expect(try add(desk, chip, "--tries 0").status == 64)
        try #require(try add(desk, chip).status == 0)
        #expect(try add(desk, chip, "--name other").status == 73)
        try desk.must("key remove recovery --passcode-file passcode")
        try Refused(
            "key remove passcode --passcode-file passcode",
            64,
            "invalid-argument",
            hint: true
        )
        .check(on: desk)
        let owned = try SoftwareChip()
        try owned.tool("tpm2_changeauth", "-Q", "-c", "o", "secret")
        let run = try add(desk, owned, "--name other")
        #expect(run.status == 77)
        #expect(run.talk.contains("protectctl: hint: "))
    }

    @Test(
        "a device whose chip was cleared gets a key under another one, bound to the same registers",
        .enabled(if: SoftwareChip.isThere, SoftwareChip.absence)
    )
    func newDeviceKey() throws {
        let (desk, chip) = (try Desk(), try SoftwareChip())
        try desk.text("1111", in: "new")
        try desk.must(
            "init --kdf interactive --passcode-file passcode --tpm \(chip.address) --tpm-pcrs 16"
        )
        try desk.must("unlock --passcode-file passcode")
        try desk.must("put --class complete - /a", input: "content")
        let key = try desk.must("key add recovery --passcode-file passcode").output
        try desk.text(key, in: "key")
        try desk.must("shutdown")
        try chip.tool("tpm2_clear", "-Q", "-c", "p")
        let other = try SoftwareChip()
        let recover = "recover --recovery-key-file key --new-passcode-file new"
        #expect(try desk.run("\(recover) --tpm \(other.address)").status == 64)
        try desk.must("\(recover) --new-device-key --tpm \(other.address)")
        #expect(try desk.must("cat /a").output == "content")
        let document = try desk.must("status --json").json().object
        #expect(document?["tpm"]?.string == other.address)
        try desk.must("shutdown")
        let digest = String(repeating: "0a", count: 32)
        try other.tool("tpm2_pcrextend", "16:sha256=\(digest)")
        try Refused("boot", 65, "authentication-failure", hint: true).check(on: desk)
    }
    #else
    @Test("needs a tool that was built with support for it")
    func notBuiltIn() throws {
        let run = try Desk.with(passcode: true).run("key add tpm --passcode-file passcode")
        #expect(run.status == 69)
        #expect(run.talk.contains("built without TPM support"))
    }
    #endif
}

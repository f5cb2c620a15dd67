#if TPM
import KeyManagement
import ProtectionModel
import TestSupport
import Testing
import TrustedPlatform

@Suite("Sealing to a TPM", .enabled(if: SoftwareChip.isThere, SoftwareChip.absence))
struct SealingTests {
    private let software: SoftwareChip
    private let chip: TPM

    init() throws {
        software = try SoftwareChip()
        chip = try software.chip()
    }

    private func refusal(_ body: () throws -> Void) -> TPMRefusal? {
        do { try body() } catch let error as ProtectionError {
            return error.cause as? TPMRefusal
        } catch { Issue.record(error) }
        return nil
    }

    private func open(_ blob: [UInt8]) throws -> [UInt8] {
        try Sample.bytes(try chip.unseal(blob, arena: Sample.arena))
    }

    @Test("what was sealed opens, also after the power was cut, and nothing stays in the chip")
    func roundTrip() throws {
        let blob = try chip.seal(Sample.secret(7, count: 48).secret, boundTo: .none)
        #expect(try open(blob) == [UInt8](repeating: 7, count: 48))
        software.kill()
        try software.start()
        #expect(try open(blob) == [UInt8](repeating: 7, count: 48))
        #expect(try software.isTidy())
        #expect(try software.indexCount() == 0)
    }

    @Test("under a persistent storage root key it opens without one made for now")
    func persistent() throws {
        let before = try chip.seal(Sample.secret(1).secret, boundTo: .none)
        try software.tool(
            "sh",
            "-c",
            "cd \(software.path) && tpm2_createprimary -Q -C o -G ecc -c p.ctx "
                + "&& tpm2_evictcontrol -Q -C o -c p.ctx 0x81000001 && tpm2_flushcontext -t"
        )
        // Made by another template it is another key: what is sealed now hangs on it.
        let after = try chip.seal(Sample.secret(2).secret, boundTo: .none)
        #expect(SealedObject(before)?.parentName != SealedObject(after)?.parentName)
        #expect(try open(before).first == 1)
        #expect(try open(after).first == 2)
        #expect(try software.isTidy())
    }

    @Test("the key's name is that of the TCG's reference template")
    func template() throws {
        let blob = try chip.seal(Sample.secret(1).secret, boundTo: .none)
        // `tpm2_createprimary` with the reference's unique field: 32 zeros for x and for y.
        let text = try software.tool(
            "sh",
            "-c",
            """
            cd \(software.path)
            for part in x y; do printf '\\040\\000'; head -c 128 /dev/zero; done >u
            tpm2_createprimary -Q -C o -G ecc -u u -c p.ctx -a 'fixedtpm|fixedparent|\
            sensitivedataorigin|userwithauth|noda|restricted|decrypt' && tpm2_readpublic -Q -c p.ctx -n name >/dev/null
            od -An -tx1 name | tr -d ' \\n'
            """
        )
        let name = try #require(SealedObject(blob)).parentName
        let digits = name.map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        #expect(text == digits)
    }

    @Test("another chip is told as such, and so is one that was cleared")
    func otherChip() throws {
        let blob = try chip.seal(Sample.secret(3).secret, boundTo: .none)
        let other = try SoftwareChip()
        #expect(
            refusal { _ = try other.chip().unseal(blob, arena: Sample.arena) } == .otherChip
        )
        try software.tool("tpm2_clear", "-Q", "-c", "p")
        #expect(refusal { _ = try open(blob) } == .otherChip)
        #expect(try software.isTidy())
        #expect(try other.isTidy())
    }

    @Test("a register that has changed keeps it shut, and others do not")
    func registers() throws {
        let registers = try #require(PCRSelection(list: "7,16"))
        let bound = try chip.seal(Sample.secret(4).secret, boundTo: registers)
        #expect(try open(bound).first == 4)
        try software.tool("tpm2_pcrextend", "8:sha256=\(String(repeating: "0a", count: 32))")
        #expect(try open(bound).first == 4)
        try software.tool("tpm2_pcrextend", "16:sha256=\(String(repeating: "0a", count: 32))")
        #expect(refusal { _ = try open(bound) } == .otherRegisters)
        #expect(try software.isTidy())
    }

    @Test("registers of a bank that is off are not taken for ones that hold")
    func inactiveBank() throws {
        let registers = try #require(PCRSelection(list: "0,1,2,3,4,5,6,7,8,23"))
        #expect(try open(chip.seal(Sample.secret(4).secret, boundTo: registers)).first == 4)
        try software.tool("tpm2_pcrallocate", "-Q", "sha1:all+sha256:none")
        software.kill()
        try software.start()
        #expect(
            refusal { _ = try chip.seal(Sample.secret(4).secret, boundTo: registers) }
                == .registersMissing
        )
        _ = try chip.seal(Sample.secret(4).secret, boundTo: .none)
        #expect(try software.isTidy())
    }

    @Test("the owner's authorization is asked for, and taken")
    func owner() throws {
        #expect(try !chip.isOwnerAuthorizationSet())
        try software.tool("tpm2_changeauth", "-Q", "-c", "o", String(repeating: "o", count: 32))
        #expect(try chip.isOwnerAuthorizationSet())
        #expect(
            refusal { _ = try chip.seal(Sample.secret(5).secret, boundTo: .none) }
                == .ownerAuthorization
        )
        let owned = try software.chip(owner: try Sample.secret(UInt8(ascii: "o")))
        let blob = try owned.seal(Sample.secret(5).secret, boundTo: .none)
        #expect(try Sample.bytes(try owned.unseal(blob, arena: Sample.arena)).first == 5)
        #expect(try software.isTidy())
    }

    @Test("a chip that is not there, or goes away, is told as such")
    func absent() throws {
        let blob = try chip.seal(Sample.secret(6).secret, boundTo: .none)
        software.kill()
        #expect(refusal { _ = try open(blob) } == .absent)
        let device = TPM(try TPMAddress("/dev/no-such-chip"))
        #expect(refusal { _ = try device.lockoutCounter() } == .absent)
    }

    @Test(
        "an address that would load a library or run a program is refused",
        arguments: [
            "", "cmd:sh", "cmd", "/x\u{0}y", "libtss2-tcti-cmd.so:sh", "./evil.so", "swtpm path=x",
            "device:" + String(repeating: "x", count: 250),
        ]
    )
    func address(text: String) {
        #expect(throws: ProtectionError(.invalidArgument, "")) { try TPMAddress(text) }
    }
}
#endif

#if TPM
import KeyManagement
import ProtectionModel
import SodiumCrypto
import TestSupport
import Testing
import TrustedPlatform

@Suite("A PIN that a TPM counts", .enabled(if: SoftwareChip.isThere, SoftwareChip.absence))
struct PINTests {
    private let software: SoftwareChip
    private let chip: TPM

    init() throws {
        software = try SoftwareChip()
        chip = try software.chip()
    }

    private func seal(_ byte: UInt8 = 9, pin: UInt8 = 1, limit: UInt32 = 10) throws -> [UInt8] {
        try chip.sealWithPIN(
            Sample.secret(byte).secret,
            pinAuth: Sample.secret(pin).secret,
            limit: limit
        )
    }

    private func open(_ blob: [UInt8], pin: UInt8 = 1) throws -> UInt8? {
        try Sample.bytes(
            try chip.unsealWithPIN(blob, pinAuth: Sample.secret(pin).secret, arena: Sample.arena)
        ).first
    }

    private func error(_ body: () throws -> Void) -> ProtectionError? {
        do { try body() } catch let error as ProtectionError { return error } catch {
            Issue.record(error)
        }
        return nil
    }

    private func refusal(_ body: () throws -> Void) -> TPMRefusal? {
        error(body)?.cause as? TPMRefusal
    }

    @Test("ten wrong ones shut it for the right one, too, and the shared counter stays 0")
    func shuts() throws {
        let blob = try seal()
        for number in 1...10 {
            let error = try #require(error { _ = try open(blob, pin: 2) })
            #expect(error.code == .passcodeIncorrect)
            #expect(error.cause as? PINAttempts == PINAttempts(used: UInt32(number), limit: 10))
        }
        for pin in [1, 2] as [UInt8] {
            let error = try #require(error { _ = try open(blob, pin: pin) })
            #expect(error.code == .passcodeDelayed)
            #expect(error.cause as? PINAttempts == PINAttempts(used: 10, limit: 10))
        }
        #expect(try chip.lockoutCounter() == 0)
        #expect(try software.isTidy())
        // Neither a lack of power nor another blob of the same chip sets it back.
        software.kill()
        try software.start()
        #expect(try open(try seal(5)) == 5)
        #expect(error { _ = try open(blob) }?.code == .passcodeDelayed)
        try chip.rearmPIN(blob)
        #expect(try open(blob) == 9)
    }

    @Test("the right one sets the count back")
    func resets() throws {
        let blob = try seal(limit: 3)
        for _ in 0..<3 {
            for _ in 0..<2 { #expect(error { _ = try open(blob, pin: 2) } != nil) }
            #expect(try chip.pinAttempts(blob) == PINAttempts(used: 2, limit: 3))
            #expect(try open(blob) == 9)
            #expect(try chip.pinAttempts(blob) == PINAttempts(used: 0, limit: 3))
        }
        #expect(try software.isTidy())
    }

    @Test(
        "once it is removed, or the chip cleared, the index is missing; an older blob does not open"
    )
    func removed() throws {
        let old = try seal(1)
        let new = try seal(2, pin: 3)
        try chip.removePIN(of: old)
        try chip.removePIN(of: old)
        #expect(refusal { _ = try open(old) } == .indexMissing)
        #expect(try open(new, pin: 3) == 2)
        // The number of the new index in the old blob leads to no count but the new one's.
        var mixed = try #require(SealedObject(old))
        mixed.index = try #require(SealedObject(new)).index
        #expect(refusal { _ = try open(mixed.bytes) } == .indexReplaced)
        // Nor does anybody's other index go.
        let counter = try chip.defineCounter(auth: Sample.secret(1).secret)
        #expect(refusal { try chip.removePIN(counter) } == .indexReplaced)
        #expect(try software.indexCount() == 2)
        #expect(try chip.pinAttempts(new) == PINAttempts(used: 0, limit: 10))
        try software.tool("tpm2_clear", "-Q", "-c", "p")
        #expect(refusal { _ = try open(new, pin: 3) } == .otherChip)
        #expect(try software.isTidy())
    }

    @Test("a blob that was copied does not open on another chip")
    func copied() throws {
        let blob = try seal()
        let other = try SoftwareChip()
        let refusal = refusal {
            let pin = try Sample.secret(1)
            _ = try other.chip().unsealWithPIN(blob, pinAuth: pin.secret, arena: Sample.arena)
        }
        #expect(refusal == .otherChip)
    }

    @Test("an index that was made again with another authorization opens nothing")
    func replaced() throws {
        let blob = try seal(limit: 2)
        let index = "0x" + String(try #require(SealedObject(blob)).index, radix: 16)
        // What whoever has the machine and an owner without authorization can do.
        let evil = try HKDFSHA256.expandPublic(
            Sample.secret(2).secret,
            info: Array("protection-toolkit tpm pin 1 index".utf8),
            count: 32
        ).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        try software.tool("tpm2_nvundefine", "-Q", "-C", "o", index)
        try software.tool(
            "sh",
            "-c",
            """
            cd \(software.path)
            tpm2_startauthsession -Q -S s && tpm2_policycommandcode -Q -S s -L p TPM2_CC_NV_Read
            tpm2_flushcontext -Q s
            tpm2_nvdefine -Q \(index) -C o -s 8 -L p -p hex:\(evil) \
                -a 'ownerwrite|policyread|no_da|nt=pinfail' \
            && printf '\\0\\0\\0\\0\\0\\0\\0\\2' | tpm2_nvwrite -Q -C o -i - \(index)
            """
        )
        // The name is the same, the authorization is not: neither this PIN nor any other opens it,
        // because the object asks for its own as well.
        #expect(error { _ = try open(blob) }?.code == .passcodeIncorrect)
        #expect(try chip.pinAttempts(blob) == PINAttempts(used: 1, limit: 2))
        #expect(refusal { _ = try open(blob, pin: 2) } == .indexReplaced)
        #expect(try software.isTidy())
    }

    @Test("with an owner's authorization only the owner sets the count back or gives an index")
    func owner() throws {
        try software.tool("tpm2_changeauth", "-Q", "-c", "o", String(repeating: "o", count: 32))
        let owned = try software.chip(owner: try Sample.secret(UInt8(ascii: "o")))
        let secret = try Sample.secret(9)
        let pin = try Sample.secret(1)
        let blob = try owned.sealWithPIN(secret.secret, pinAuth: pin.secret, limit: 1)
        #expect(refusal { _ = try seal() } == .ownerAuthorization)
        #expect(
            error {
                _ = try owned.unsealWithPIN(
                    blob,
                    pinAuth: secret.secret,
                    arena: Sample.arena
                )
            }?.code == .passcodeIncorrect
        )
        #expect(refusal { try chip.rearmPIN(blob) } == .ownerAuthorization)
        #expect(refusal { try chip.removePIN(of: blob) } == .ownerAuthorization)
        #expect(try owned.pinAttempts(blob) == PINAttempts(used: 1, limit: 1))
        try owned.rearmPIN(blob)
        let opened = try owned.unsealWithPIN(blob, pinAuth: pin.secret, arena: Sample.arena)
        #expect(try opened.isEqual(to: secret.secret))
        #expect(try software.isTidy())
    }

    @Test("a lockout that others brought about is in the way of nothing")
    func lockout() throws {
        let blob = try seal()
        try software.tool(
            "sh",
            "-c",
            """
            tpm2_nvdefine -Q -C o -s 8 -p right 0x1500001 \
                && tpm2_dictionarylockout -Q -s -n 1 -t 1000 -l 1000
            printf 12345678 | tpm2_nvwrite -Q -C 0x1500001 -P wrong -i - 0x1500001 2>/dev/null; true
            """
        )
        try #require(try chip.lockoutCounter() == 1)
        #expect(error { _ = try open(blob, pin: 2) }?.code == .passcodeIncorrect)
        #expect(try open(blob) == 9)
        #expect(try open(try seal(5)) == 5)
        #expect(try chip.lockoutCounter() == 1)
    }

    @Test("two on one chip have a count each")
    func two() throws {
        let blobs = [try seal(1, pin: 1, limit: 2), try seal(2, pin: 2, limit: 5)]
        #expect(error { _ = try open(blobs[0], pin: 2) } != nil)
        #expect(error { _ = try open(blobs[0], pin: 2) } != nil)
        #expect(error { _ = try open(blobs[0]) }?.code == .passcodeDelayed)
        #expect(try open(blobs[1], pin: 2) == 2)
        #expect(try chip.pinAttempts(blobs[1]) == PINAttempts(used: 0, limit: 5))
        #expect(SealedObject(blobs[0])?.index != SealedObject(blobs[1])?.index)
    }

    @Test("a chip without room says so, and nothing is left of the attempt")
    func full() throws {
        // Most of the room, so that not hundreds are needed.
        try software.tool(
            "sh",
            "-c",
            "while tpm2_nvdefine -Q -C o -s 2048 2>/dev/null; do :; done"
        )
        var blobs: [[UInt8]] = []
        var last: ProtectionError?
        while last == nil, blobs.count < 1_000 {
            last = error { blobs.append(try seal(limit: 3)) }
        }
        #expect(last?.code == .noSpace)
        #expect(last?.cause as? TPMRefusal == .full)
        #expect(try software.indexCount() == blobs.count)
        #expect(try software.isTidy())
        try chip.removePIN(of: try #require(blobs.last))
        #expect(try open(try seal(4)) == 4)
    }

    @Test("neither the secret nor the PIN's authorization goes over the bus in clear")
    func bus() throws {
        let random = SystemRandomSource()
        let secret = try SecureBytes(count: 32, group: .transit, arena: Sample.arena) {
            random.fill(&$0)
        }
        let pin = try SecureBytes(count: 32, group: .transit, arena: Sample.arena) {
            random.fill(&$0)
        }
        let blob = try chip.sealWithPIN(secret, pinAuth: pin, limit: 3)
        let opened = try chip.unsealWithPIN(blob, pinAuth: pin, arena: Sample.arena)
        #expect(try opened.isEqual(to: secret))
        let plain = try chip.seal(secret, boundTo: .none)
        _ = try chip.unseal(plain, arena: Sample.arena)
        let counter = try chip.defineCounter(auth: pin)
        _ = try chip.counter(counter, auth: pin)
        let traffic = try BusLog(software.log)
        // The blob's own private area goes over it, so the log is what it is taken for.
        #expect(traffic.contains(try #require(SealedObject(blob)).privateArea))
        let (secretBytes, pinBytes) = (try Sample.bytes(secret), try Sample.bytes(pin))
        for part in [0..<32, 0..<16, 8..<24, 16..<32] {
            #expect(!traffic.contains(Array(secretBytes[part])))
            #expect(!traffic.contains(Array(pinBytes[part])))
        }
        for purpose in ["index", "object"] {
            let info = Array("protection-toolkit tpm pin 1 \(purpose)".utf8)
            let key = try HKDFSHA256.expandPublic(pin, info: info, count: 32)
            #expect(!traffic.contains(Array(key[..<16])))
        }
    }
}
#endif

#if TPM
import KeyManagement
import ProtectionModel
import SodiumCrypto
import TestSupport
import Testing
import TrustedPlatform

@Suite("Fuzzing sealed blobs", .enabled(if: SoftwareChip.isThere, SoftwareChip.absence))
struct BlobFuzzTests {
    @Test("mutants are refused or open as what they were, and leave nothing in the chip")
    func mutants() throws {
        let software = try SoftwareChip()
        let chip = try software.chip()
        let pin = try Sample.secret(1)
        let blobs = [
            try chip.seal(Sample.secret(2).secret, boundTo: .none),
            try chip.sealWithPIN(Sample.secret(3).secret, pinAuth: pin.secret, limit: .max),
        ]
        var mutator = Mutator(seed: 1)
        var opened = 0
        for round in 0..<Mutator.iterationCount / 4 {
            let whole = blobs[round % 2]
            var object = try #require(SealedObject(whole))
            switch mutator.number(below: 4) {
            case 0: object.publicArea = Array(mutator.mutate(object.publicArea).prefix(256))
            case 1: object.privateArea = Array(mutator.mutate(object.privateArea).prefix(512))
            case 2: object.index = SealedObject.indices.lowerBound
            default: break
            }
            let bytes = round % 8 < 2 ? mutator.mutate(whole) : object.bytes
            do {
                let content =
                    try round % 2 == 0
                    ? chip.unseal(bytes, arena: Sample.arena)
                    : chip.unsealWithPIN(bytes, pinAuth: pin.secret, arena: Sample.arena)
                #expect(try Sample.bytes(content).first == UInt8(2 + round % 2))
                opened += 1
            } catch let error as ProtectionError {
                #expect(error.code == .authenticationFailure, "\(error)")
            }
        }
        #expect(opened > 0)
        #expect(try chip.lockoutCounter() == 0)
        #expect(try software.isTidy())
        #expect(try software.indexCount() == 1)
    }
}
#endif

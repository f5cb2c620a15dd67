import DeviceSimulation
import KeyManagement
import ProtectionModel
import SodiumCrypto
import Testing

@Suite("frozen vectors of every construction")
struct ConstructionTests {
    @Test("with ChaCha20-Poly1305: wraps of every class, names, slots, base, frames")
    func chacha20() throws {
        let made = try VectorDevice(suite: .chacha20Poly1305).vectors()
        compare(made, ConstructionVectors.chacha20)
    }

    @Test(
        "with AES-256-GCM",
        .enabled(
            if: ChunkCipherSuite.aes256GCM.isAvailable,
            "this processor has no AES-256-GCM in hardware"
        )
    )
    func aes256() throws {
        let made = try VectorDevice(suite: .aes256GCM).vectors()
        compare(made, ConstructionVectors.aes256)
    }

    @Test("with a passcode: the passcode key, and verifiers of wrong guesses")
    func passcode() throws {
        let vectors = try VectorDevice(suite: .chacha20Poly1305, passcode: "2580")
        for wrong in ["1234", "0000", "1234"] {
            #expect(throws: ProtectionError(.passcodeIncorrect, "")) {
                try vectors.device.unlock(wrong)
            }
        }
        var made = try vectors.filesOfTheDevice()
        made["device key"] = nil
        compare(made, ConstructionVectors.withPasscode)
    }

    @Test("there is a wrap of every class")
    func everyClass() {
        for protection in ProtectionClass.allCases {
            #expect(ConstructionVectors.chacha20["wrap \(protection.rawValue)"] != nil)
        }
    }

    private func compare(_ made: [String: String], _ frozen: [String: String]) {
        #expect(made.keys.sorted() == frozen.keys.sorted())
        for name in frozen.keys.sorted() {
            #expect(made[name] == frozen[name], "\(name)")
        }
    }
}

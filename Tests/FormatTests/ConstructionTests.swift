import DeviceSimulation
import Foundation
import KeyManagement
import ProtectionModel
import SodiumCrypto
import Testing

@Suite("frozen vectors of every construction")
struct ConstructionTests {
    @Test("with ChaCha20-Poly1305: wraps of every class, names, slots, base, frames")
    func chacha20() throws {
        let made = try VectorDevice(suite: .chacha20Poly1305).vectors()
        compare(made, try frozen(\.chacha20))
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
        compare(made, try frozen(\.aes256))
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
        compare(made, try frozen(\.withPasscode))
    }

    @Test("there is a wrap of every class")
    func everyClass() throws {
        let vectors = try frozen(\.chacha20)
        for protection in ProtectionClass.allCases {
            #expect(vectors["wrap \(protection.rawValue)"] != nil)
        }
    }

    /// Every construction of the format, in hexadecimal, as `reader/make_vectors.py` prints them.
    private struct Constructions: Decodable {
        struct Table: Decodable {
            let about: String
            let vectors: [String: String]
        }

        let source: String
        let chacha20: Table
        let aes256: Table
        let withPasscode: Table
    }

    private func frozen(
        _ table: KeyPath<Constructions, Constructions.Table>
    ) throws -> [String: String] {
        let file = try #require(
            Bundle.module.url(forResource: "Vectors/constructions", withExtension: "json")
        )
        let all = try JSONDecoder().decode(Constructions.self, from: Data(contentsOf: file))
        let vectors = all[keyPath: table].vectors
        try #require(!vectors.isEmpty)
        return vectors
    }

    private func compare(_ made: [String: String], _ frozen: [String: String]) {
        #expect(made.keys.sorted() == frozen.keys.sorted())
        for name in frozen.keys.sorted() {
            #expect(made[name] == frozen[name], "\(name)")
        }
    }
}

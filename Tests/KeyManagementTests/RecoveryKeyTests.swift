import DeviceSimulation
import KeyManagement
import ProtectionModel
import SodiumCrypto
import TestSupport
import Testing

@Suite("Recovery keys")
struct RecoveryKeyTests {
    private let arena = SecureArena()

    private func text(_ seed: UInt64) throws -> (text: String, bytes: [UInt8]) {
        let key = try RecoveryKey(random: SeededRandomSource(seed: seed), arena: arena)
        let text = try key.text()
        return (
            String(decoding: try text.withBytes { $0.array }, as: UTF8.self),
            try key.bytes.withBytes { $0.array }
        )
    }

    private func read(_ text: String) throws -> [UInt8] {
        let bytes = Array(text.utf8)
        let secret = try SecureBytes(count: max(1, bytes.count), group: .transit, arena: arena) {
            span in span.storeBytes(bytes.isEmpty ? [0] : bytes)
        }
        return try RecoveryKey(reading: secret, count: bytes.count).bytes.withBytes { $0.array }
    }

    @Test("what is shown is eight groups of five, and reads as what it is")
    func roundTrip() throws {
        for seed in 1...200 {
            let (text, bytes) = try text(UInt64(seed))
            #expect(text.count == RecoveryKey.characterCount)
            #expect(text.split(separator: "-").map(\.count) == Array(repeating: 5, count: 8))
            #expect(try read(text) == bytes)
        }
    }

    @Test("the first bits come first, and the check is the one of GF(32)")
    func frozen() throws {
        // By hand: four zeros and the group's number; then all ones.
        let zeros = (0..<8).map { "0000\($0)" }.joined(separator: "-")
        #expect(try read(zeros) == [UInt8](repeating: 0, count: 20))
        // 31 (α + α² + α³ + α⁴) = 31 · 30 in GF(32) modulo x⁵ + x² + 1.
        let product = (0..<5).reduce(into: (0, 31)) { state, bit in
            if 30 >> bit & 1 == 1 { state.0 ^= state.1 }
            state.1 = state.1 << 1 ^ (state.1 & 16 == 0 ? 0 : 0b100101)
        }.0
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        let ones = (0..<8).map { "ZZZZ\(alphabet[product ^ $0])" }.joined(separator: "-")
        #expect(try read(ones) == [UInt8](repeating: 255, count: 20))
    }

    @Test("small letters, spaces, missing hyphens and look-alikes do not matter")
    func lenient() throws {
        let (text, bytes) = try text(7)
        for spelled in [
            text.lowercased(), text.replacing("-", with: " "), text.replacing("-", with: ""),
            text.replacing("0", with: "O").replacing("1", with: "l"), "  \(text)\r\n",
            text.replacing("1", with: "i").replacing("0", with: "o"),
        ] {
            #expect(try read(spelled) == bytes, "\(spelled)")
        }
    }

    private func message(_ text: String) -> String? {
        do { _ = try read(text) } catch let error as ProtectionError {
            return error.code == .invalidArgument ? error.message : nil
        } catch { return nil }
        return nil
    }

    @Test("each wrong character, and each two neighbours exchanged, are found, and the group named")
    func mistakes() throws {
        let (text, _) = try text(11)
        let characters = Array(text)
        for (index, character) in characters.enumerated() where character != "-" {
            let expected = "group \(index / 6 + 1) of the recovery key has a wrong character"
            for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZU?ü" where other != character {
                var wrong = characters
                wrong[index] = other
                // A letter of two bytes makes the text longer.
                let found = message(String(wrong))
                #expect(found == expected || other == "ü" && found != nil, "\(String(wrong))")
            }
            guard index + 1 < characters.count, characters[index + 1] != "-",
                characters[index + 1] != character
            else { continue }
            var swapped = characters
            swapped.swapAt(index, index + 1)
            #expect(message(String(swapped)) == expected)
        }
    }

    @Test("two groups exchanged are found")
    func groups() throws {
        let groups = try text(13).text.split(separator: "-")
        for first in 0..<8 {
            for second in first + 1..<8 {
                var exchanged = groups
                exchanged.swapAt(first, second)
                #expect(
                    message(exchanged.joined(separator: "-"))
                        == "group \(first + 1) of the recovery key has a wrong character"
                )
            }
        }
    }

    @Test("another length is told, and nothing of the key is", arguments: [0, 1, 39, 41, 80])
    func lengths(count: Int) throws {
        let letters = Array(try text(17).text.replacing("-", with: ""))
        let text = String((0..<count).map { letters[$0 % letters.count] })
        #expect(
            message(text)
                == "a recovery key has 40 characters in 8 groups; this one has \(count)"
        )
    }
}

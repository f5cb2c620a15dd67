import SodiumCrypto
import Testing

@Suite("Sealing a secret to a recipient of age")
struct AgeRecipientTests {
    private static let recipient = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"

    @Test("recipients are read, in capitals, too", arguments: [recipient, recipient.uppercased()])
    func read(text: String) throws {
        #expect(try AgeRecipient(text) == AgeRecipient(Self.recipient))
    }

    @Test(
        "what is not a recipient is refused",
        arguments: [
            "", "age", "age1", "age1qqqqqq", String(recipient.dropLast()), recipient + "q",
            "A" + recipient.dropFirst(), "bge1" + recipient.dropFirst(4),
            "age1" + recipient.dropFirst(4).uppercased(),
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA", "age1yubikey1qqqqqqqqqq",
            recipient.replacing("z", with: "ß"), String(repeating: "q", count: 100_000),
        ]
    )
    func refused(text: String) {
        #expect(throws: CryptoError.self) { try AgeRecipient(text) }
    }

    @Test("each wrong letter is found")
    func wrongLetters() {
        let letters = Array(Self.recipient)
        for index in 4..<letters.count {
            for other in "qpzry9x8gf2tvdw0s3jn54khce6mua7lb1io" where other != letters[index] {
                var wrong = letters
                wrong[index] = other
                #expect(throws: CryptoError.self) { try AgeRecipient(String(wrong)) }
            }
        }
    }
}

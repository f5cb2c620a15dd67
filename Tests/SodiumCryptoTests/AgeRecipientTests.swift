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

    /// What age 1.1.1 opens with `AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX`, the
    /// identity of C2SP's test vectors, as "hello".
    private static let frozen = """
        -----BEGIN AGE ENCRYPTED FILE-----
        YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBtbFI1NEFXY2tOaSs3bUY1
        NXdEYjNPdW85ajlwNTljTjdWMDBIMEs1NXpjCkREUFltaXdzYTk4Z3BGaUMzY09O
        T0ZGMTFyYXNFd2xPVHJqeW9aV2c4SDQKLS0tIDBGU1NjaUNXQjNXczc1VlpJeGpY
        WTFMcXFQNk1tN2NXay9lNDJkbVFOeDQKemynztkbEFYskGOvKEcL5L5VPK77FlBe
        dJoTJJR+ik4S8mzmxg==
        -----END AGE ENCRYPTED FILE-----
        """

    @Test("what is sealed is an age file, byte by byte, in lines of 64 characters")
    func seal() throws {
        let owner = try AgeRecipient(
            "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"
        )
        let secret = try SecureBytes(count: 5, group: SecretGroup(0), arena: SecureArena()) {
            span in
            span.storeBytes(Array("hello".utf8))
        }
        let file = try owner.seal(secret, random: SeededRandomSource(seed: 1))
        #expect(AgeRecipient.armor(file) == Self.frozen)
        // Each file has its own key.
        #expect(try owner.seal(secret, random: SystemRandomSource()) != file)
    }

    @Test("a recipient of low order, for whom nothing would be secret, is refused")
    func lowOrder() throws {
        let zero = try AgeRecipient(Self.zeroRecipient)
        let secret = try SecureBytes(count: 5, group: SecretGroup(0), arena: SecureArena())
        #expect(throws: CryptoError.self) { try zero.seal(secret, random: SystemRandomSource()) }
    }

    /// 32 zeros.
    private static let zeroRecipient =
        "age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq5cu47z"
}

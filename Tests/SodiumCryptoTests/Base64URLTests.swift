import SodiumCrypto
import Testing

@Suite("Base 64 for URLs")
struct Base64URLTests {
    private func secret(_ text: String, count: Int? = nil) throws(CryptoError) -> [UInt8] {
        let line = try SecureBytes(Array(text.utf8))
        return try Base64URL.secret(2, inLine: line, count: count ?? line.count).contents()
    }

    @Test("a secret is a line of what the same bytes are that are not secret")
    func line() throws {
        for count in [1, 2, 3, 32] {
            let bytes = (0..<count).map { UInt8(0xF0 + $0 % 16) }
            let line = try Base64URL.line(for: SecureBytes(bytes))
            let text = String(decoding: try line.contents(), as: UTF8.self)
            #expect(text == Base64URL.encode(bytes) + "\n")
            let again = try Base64URL.secret(count, inLine: line, count: line.count)
            #expect(try again.contents() == bytes)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }

    @Test("the line feed may be missing, and what stands behind the line is not looked at")
    func lineEnd() throws {
        #expect(try secret("-_8") == [0xFB, 0xFF])
        #expect(try secret("-_8\n") == [0xFB, 0xFF])
        #expect(try secret("-_8\n...", count: 4) == [0xFB, 0xFF])
    }

    @Test(
        "anything else is refused",
        arguments: [
            "\n", "-_", "-_9", "-_8=", "-_8\n\n", "-_8\r\n", "+/8", " -_8", "-_8-", "-_8A\n",
        ]
    )
    func refused(text: String) {
        #expect(throws: CryptoError(.invalidInput)) { try secret(text) }
    }

    @Test("nothing is refused, too")
    func nothing() {
        #expect(throws: CryptoError(.invalidInput)) { try secret("x", count: 0) }
    }
}

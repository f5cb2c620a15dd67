import SodiumCrypto
import Testing

@Suite("A buffer that can be taken back")
struct RevocableBufferTests {
    private static func filled() -> RevocableBuffer {
        let buffer = RevocableBuffer()
        _ = buffer.fill { bytes in
            bytes.reserve(300)
            bytes.copy([UInt8](repeating: 7, count: 300).span.bytes, to: 0)
        }
        return buffer
    }

    @Test("lends what was put in, piece by piece")
    func lending() {
        let buffer = Self.filled()
        #expect(buffer.lend(0..<100) { $0.array } == [UInt8](repeating: 7, count: 100))
        #expect(buffer.lend(250..<300) { $0.array } == [UInt8](repeating: 7, count: 50))
    }

    @Test("once revoked it lends nothing and takes nothing")
    func revoked() {
        let buffer = Self.filled()
        buffer.revoke()
        #expect(buffer.lend(0..<1) { $0.array } == nil)
        #expect(buffer.fill { $0.count } == nil)
    }

    @Test("a revocation waits for no loan, leaves the lent part, and wipes all else at once")
    func revokedDuringLoan() {
        let buffer = Self.filled()
        let seen = buffer.lend(100..<200) { part in
            // On the same thread: one that waited for the loan would never return.
            buffer.revoke()
            return part.withUnsafeBytes { part -> [UInt8] in
                // What is before and behind belongs to the same allocation.
                let start = part.baseAddress.map { $0 - 100 }
                return Array(UnsafeRawBufferPointer(start: start, count: 300))
            }
        }
        #expect(
            seen == [UInt8](repeating: 0, count: 100) + [UInt8](repeating: 7, count: 100)
                + [UInt8](repeating: 0, count: 100)
        )
    }

    @Test("a lent part is wiped when the loan ends, if the buffer was revoked meanwhile")
    func lentPart() {
        let buffer = Self.filled()
        let address = buffer.lend(100..<200) { part in
            buffer.revoke()
            return part.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        }
        let after = address.flatMap { UnsafeRawPointer(bitPattern: $0) }.map {
            Array(UnsafeRawBufferPointer(start: $0, count: 100))
        }
        #expect(after == [UInt8](repeating: 0, count: 100))
        withExtendedLifetime(buffer) {}
    }

    @Test("a failure of who borrowed is passed on, and ends the loan")
    func failure() {
        let buffer = Self.filled()
        #expect(throws: CryptoError.self) {
            try buffer.lend(0..<10) { _ throws(CryptoError) in throw CryptoError(.invalidInput) }
        }
        #expect(buffer.lend(0..<10) { $0.byteCount } == 10)
    }
}

import SodiumCrypto
import Testing

@Suite("wiped buffer")
struct WipedBufferTests {
    private static func contents(_ buffer: borrowing WipedBuffer) -> [UInt8] {
        buffer.withBytes(0..<buffer.count) { span in span.withUnsafeBytes { [UInt8]($0) } }
    }

    @Test("a buffer starts as zeros", arguments: [0, 1, 4_095, 4_096, 100_000])
    func zeros(_ count: Int) {
        let buffer = WipedBuffer(count: count)
        #expect(Self.contents(buffer) == [UInt8](repeating: 0, count: count))
    }

    @Test("bytes are copied to their place and nowhere else")
    func copy() {
        var buffer = WipedBuffer(count: 8)
        let source: [UInt8] = [1, 2, 3]
        buffer.copy(source.span.bytes, to: 5)
        #expect(Self.contents(buffer) == [0, 0, 0, 0, 0, 1, 2, 3])
    }

    @Test("a lent part is that part")
    func parts() {
        var buffer = WipedBuffer(count: 8)
        buffer.withMutableBytes(2..<4) { span in
            #expect(span.byteCount == 2)
            span.storeBytes(of: 7, toByteOffset: 1, as: UInt8.self)
        }
        #expect(Self.contents(buffer) == [0, 0, 0, 7, 0, 0, 0, 0])
        #expect(buffer.withBytes(8..<8) { $0.byteCount } == 0)
    }

    @Test("a wipe leaves zeros")
    func wipe() {
        var buffer = WipedBuffer(count: 5_000)
        let source = [UInt8](repeating: 0xAA, count: 5_000)
        buffer.copy(source.span.bytes, to: 0)
        buffer.wipe()
        #expect(Self.contents(buffer) == [UInt8](repeating: 0, count: 5_000))
    }
}

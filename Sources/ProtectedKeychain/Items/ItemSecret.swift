import Foundation
import ProtectedStore
import SodiumCrypto

/// The secret of an item, wiped when the last owner lets go.
package final class ItemSecret: Sendable {
    private let buffer: WipedBuffer

    /// Copies bytes that the caller owns.
    package init(_ bytes: RawSpan) {
        var buffer = WipedBuffer(count: bytes.byteCount)
        buffer.copy(bytes, to: 0)
        self.buffer = buffer
    }

    /// Copies what a program handed over; its copy is its own.
    convenience init(_ data: Data) { self.init(data.bytes) }

    /// Length in bytes.
    package var count: Int { buffer.count }

    /// Lends the bytes.
    ///
    /// - Throws: what `body` throws.
    package func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try buffer.withBytes(0..<buffer.count, body)
    }

    /// A copy for a program, which nobody wipes: Apple's interface has it so.
    var data: Data { withBytes { Data($0.array) } }
}

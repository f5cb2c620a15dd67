import SodiumCrypto
import Synchronization

/// The buffers of one worker of an ``OpeningPipeline``.
final class ReadLane: Sendable {
    private struct Buffers: ~Copyable {
        var plain = WipedBuffer(count: 0)
        var scratch = ReadScratch()
        var count = 0
        var failure: (any Error)?
    }

    private let buffers = Mutex(Buffers())

    /// Opens a range and keeps the plaintext, or the failure.
    func open(_ range: Range<UInt64>, _ content: ContentSnapshot, _ file: OpenFile) {
        buffers.withLock { buffers in
            do {
                buffers.failure = nil
                buffers.count = try content.content(of: file).read(
                    range,
                    content.inode.file,
                    into: &buffers.plain,
                    &buffers.scratch
                )
            } catch {
                buffers.failure = error
            }
        }
    }

    /// Passes on what ``open(_:_:_:)`` kept.
    ///
    /// - Throws: what opening or writing threw.
    func write(to sink: any ContentSink, at offset: UInt64) throws {
        try buffers.withLock { buffers in
            if let failure = buffers.failure { throw failure }
            try buffers.plain.withBytes(0..<buffers.count) { try sink.write($0, at: offset) }
        }
    }
}

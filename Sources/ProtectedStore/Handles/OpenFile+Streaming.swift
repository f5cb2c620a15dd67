import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

extension OpenFile {
    /// Appends a whole stream as one atomic group, whatever its size.
    ///
    /// The state is free between two pieces: reads go on, and a lock of the device does not wait
    /// for the source.
    ///
    /// - Throws: as ``write(_:at:)``, and what the source throws; the file is then as before.
    func append(_ source: any ContentSource) throws {
        let source = ActiveSource(source, context.keys)
        try changeContent { chain in
            try ProtectionError.telling(of: place.path) { try append(source, &chain) }
        }
    }

    private func append(_ source: any ContentSource, _ chain: inout LogChain) throws {
        var current = WipedBuffer(count: LogFrame.payloadLimit)
        var following = WipedBuffer(count: LogFrame.payloadLimit)
        var count = try current.withMutableBytes(0..<current.count) { try source.read(into: &$0) }
        while count > 0 {
            // One piece ahead, to know which is the last.
            let next =
                count < current.count
                ? 0
                : try following.withMutableBytes(0..<following.count) { try source.read(into: &$0) }
            try current.withBytes(0..<count) { piece in
                try append(piece, isLast: next == 0, &chain)
            }
            swap(&current, &following)
            count = next
        }
    }

    private func append(
        _ piece: RawSpan,
        isLast: Bool,
        _ chain: inout LogChain
    ) throws {
        try useAsWriter { state, writer in
            let position = chain.end
            let start = chain.logicalLength
            let record = try writer.seal(
                .data(start..<start + UInt64(piece.byteCount)),
                piece,
                chain: &chain,
                isGroupEnd: isLast
            )
            try state.inode.file.write(record, at: position)
            if isLast { Self.publish(chain, &state) }
        }
    }
}

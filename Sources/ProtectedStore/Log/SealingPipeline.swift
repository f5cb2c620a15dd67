import Dispatch
import KeyManagement
import SodiumCrypto
import Synchronization
import SystemIO

/// Seals a stream into the base of a new inode, chunk runs in parallel.
///
/// Every worker has its own two buffers of a run (1 MiB), so memory stays bounded for files of any
/// size. Runs are read in order under a lock and written wherever they belong.
struct SealingPipeline {
    let cipher: ChunkCipher
    let keys: SecretBox
    let workerCount: Int

    private var runByteCount: Int { cipher.chunkByteCount * ChunkCipher.chunksPerLoan }
    private var sealedRunByteCount: Int {
        runByteCount + ChunkCipher.chunksPerLoan * ChunkCipher.tagByteCount
    }

    /// Progress of the readers.
    private struct Progress {
        var nextRun: UInt64
        var length: UInt64
        var isDone = false
        var failure: (any Error)?
    }

    /// Seals everything, and returns the plaintext's length.
    ///
    /// `finishSmall` writes a base of less than one run together with the header, in one call.
    func run(
        _ source: any ContentSource,
        to file: borrowing OwnedFile,
        at offset: UInt64,
        finishSmall: (UInt64, RawSpan) throws -> Void
    ) throws -> UInt64 {
        var plain = WipedBuffer(count: firstRoom(source))
        var first = try plain.withMutableBytes(0..<plain.count) { try source.read(into: &$0) }
        if first == plain.count, first < runByteCount {
            first = try readOn(source, &plain)
        }
        if first < runByteCount {
            let count = Int(cipher.sealedByteCount(of: UInt64(first)))
            var sealed = WipedBuffer(count: count)
            try seal(plain, first, index: 0, isLast: true, &sealed, count)
            try sealed.withBytes(0..<count) { try finishSmall(UInt64(first), $0) }
            return UInt64(first)
        }
        var sealed = WipedBuffer(count: sealedRunByteCount)
        try seal(plain, first, index: 0, isLast: false, &sealed, sealedRunByteCount)
        try sealed.withBytes(0..<sealedRunByteCount) { try file.write($0, at: offset) }
        return try runRest(
            source,
            to: Target(file: file.descriptor, fileSystem: file.fileSystem, offset: offset)
        )
    }

    /// One byte more than expected, so that a read that comes short shows the end.
    private func firstRoom(_ source: any ContentSource) -> Int {
        guard let expected = source.expectedByteCount, expected < runByteCount else {
            return runByteCount
        }
        return max(0, expected) + 1
    }

    /// There was more than expected: goes on with a buffer for a whole run.
    private func readOn(_ source: any ContentSource, _ plain: inout WipedBuffer) throws -> Int {
        let done = plain.count
        var whole = WipedBuffer(count: runByteCount)
        plain.withBytes(0..<done) { whole.copy($0, to: 0) }
        let more = try whole.withMutableBytes(done..<runByteCount) { try source.read(into: &$0) }
        plain = whole
        return done + more
    }

    /// Where the sealed base goes.
    private struct Target {
        let file: Descriptor
        let fileSystem: any FileSystem
        let offset: UInt64
    }

    private func runRest(_ source: any ContentSource, to target: Target) throws -> UInt64 {
        let progress = Mutex(Progress(nextRun: 1, length: UInt64(runByteCount)))
        DispatchQueue.concurrentPerform(iterations: workerCount) { _ in
            do {
                try work(source, to: target, progress)
            } catch {
                progress.withLock { progress in
                    progress.isDone = true
                    progress.failure = progress.failure ?? error
                }
            }
        }
        return try progress.withLock { progress in
            if let failure = progress.failure { throw failure }
            return progress.length
        }
    }

    private func work(
        _ source: any ContentSource,
        to target: Target,
        _ progress: borrowing Mutex<Progress>
    ) throws {
        var plain = WipedBuffer(count: runByteCount)
        var sealed = WipedBuffer(count: sealedRunByteCount)
        while let (run, count) = try next(source, &plain, progress) {
            let isLast = count < runByteCount
            let sealedCount =
                isLast ? Int(cipher.sealedByteCount(of: UInt64(count))) : sealedRunByteCount
            try seal(
                plain,
                count,
                index: run * UInt64(ChunkCipher.chunksPerLoan),
                isLast: isLast,
                &sealed,
                sealedCount
            )
            try sealed.withBytes(0..<sealedCount) { bytes in
                try target.fileSystem.writeAll(
                    target.file,
                    bytes,
                    at: target.offset + run * UInt64(sealedRunByteCount)
                )
            }
        }
    }

    private func next(
        _ source: any ContentSource,
        _ plain: inout WipedBuffer,
        _ progress: borrowing Mutex<Progress>
    ) throws -> (run: UInt64, count: Int)? {
        try progress.withLock { progress in
            guard !progress.isDone else { return nil }
            let count = try plain.withMutableBytes(0..<runByteCount) {
                try source.read(into: &$0)
            }
            defer {
                progress.nextRun += 1
                progress.length += UInt64(count)
                progress.isDone = count < runByteCount
            }
            return (progress.nextRun, count)
        }
    }

    private func seal(
        _ plain: borrowing WipedBuffer,
        _ count: Int,
        index: UInt64,
        isLast: Bool,
        _ sealed: inout WipedBuffer,
        _ sealedCount: Int
    ) throws(CryptoError) {
        try plain.withBytes(0..<count) { (plain) throws(CryptoError) in
            try sealed.withMutableBytes(0..<sealedCount) { (sealed) throws(CryptoError) in
                try cipher.seal(
                    plain,
                    firstIndex: index,
                    isLast: isLast,
                    into: &sealed,
                    keys: keys.secret
                )
            }
        }
    }
}

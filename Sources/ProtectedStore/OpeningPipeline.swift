import Dispatch
import SodiumCrypto
import Synchronization

/// Passes the content of a file to a sink, runs of chunks in parallel.
///
/// A sequential sink gets its runs in order: as many as there are workers are opened at once, then
/// written one after the other. Any other sink gets each run from the worker that opened it.
struct OpeningPipeline {
    let content: SealedContent
    let file: OpenFile
    let workerCount: Int

    private static let runByteCount: UInt64 = 1 << 20

    func run(into sink: any ContentSink) throws {
        let length = content.index.logicalLength
        let runs = (length + Self.runByteCount - 1) / Self.runByteCount
        if runs <= 1 || workerCount == 1 {
            for run in 0..<runs { try write(try open(run), of: run, to: sink) }
        } else if sink.isSequential {
            try inOrder(runs, sink)
        } else {
            try inAnyOrder(runs, sink)
        }
    }

    private func inAnyOrder(_ runs: UInt64, _ sink: any ContentSink) throws {
        let next = Atomic<UInt64>(0)
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: workerCount) { _ in
            do {
                while failure.withLock({ $0 == nil }) {
                    let run = next.add(1, ordering: .relaxed).oldValue
                    guard run < runs else { return }
                    try write(try open(run), of: run, to: sink)
                }
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func inOrder(_ runs: UInt64, _ sink: any ContentSink) throws {
        for first in stride(from: 0, to: runs, by: workerCount) {
            let count = min(workerCount, Int(runs - first))
            let opened = Mutex<[Int: Result<SecretContent, any Error>]>([:])
            DispatchQueue.concurrentPerform(iterations: count) { worker in
                let result = Result { try open(first + UInt64(worker)) }
                opened.withLock { $0[worker] = result }
            }
            for worker in 0..<count {
                guard let content = try opened.withLock({ $0[worker] })?.get() else { return }
                try write(content, of: first + UInt64(worker), to: sink)
            }
        }
    }

    private func open(_ run: UInt64) throws -> SecretContent {
        let start = run * Self.runByteCount
        return SecretContent(
            try content.read(start..<start + Self.runByteCount, file.file)
        )
    }

    private func write(
        _ piece: SecretContent,
        of run: UInt64,
        to sink: any ContentSink
    ) throws {
        try piece.withBytes { try sink.write($0, at: run * Self.runByteCount) }
    }
}

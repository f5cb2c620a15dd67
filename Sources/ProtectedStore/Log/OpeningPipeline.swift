import Dispatch
import Synchronization

/// Passes the content of a file to a sink, runs of chunks in parallel.
///
/// A sequential sink gets its runs in order: as many as there are workers are opened at once, then
/// written one after the other. Any other sink gets each run from the worker that opened it.
struct OpeningPipeline {
    let content: ContentSnapshot
    let file: KeyedFile
    let workerCount: Int

    private static let runByteCount: UInt64 = 1 << 20

    func run(into sink: any ContentSink) throws {
        let length = content.index.logicalLength
        let runs = (length + Self.runByteCount - 1) / Self.runByteCount
        let laneCount = min(UInt64(workerCount), max(1, runs))
        let lanes = (0..<laneCount).map { _ in ReadLane(content, file) }
        try file.context.lanes.whileReading(with: lanes) {
            if lanes.count == 1 {
                for run in 0..<runs { try pass(run, through: lanes[0], to: sink) }
            } else if sink.isSequential {
                try inOrder(runs, lanes, sink)
            } else {
                try inAnyOrder(runs, lanes, sink)
            }
        }
    }

    private func inAnyOrder(_ runs: UInt64, _ lanes: [ReadLane], _ sink: any ContentSink) throws {
        let next = Atomic<UInt64>(0)
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: lanes.count) { worker in
            do {
                while failure.withLock({ $0 == nil }) {
                    let run = next.add(1, ordering: .relaxed).oldValue
                    guard run < runs else { return }
                    try pass(run, through: lanes[worker], to: sink)
                }
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func inOrder(_ runs: UInt64, _ lanes: [ReadLane], _ sink: any ContentSink) throws {
        for first in stride(from: 0, to: runs, by: lanes.count) {
            let count = min(lanes.count, Int(runs - first))
            DispatchQueue.concurrentPerform(iterations: count) { worker in
                lanes[worker].open(range(of: first + UInt64(worker)))
            }
            for worker in 0..<count {
                try lanes[worker].write(
                    to: sink,
                    at: (first + UInt64(worker)) * Self.runByteCount
                )
            }
        }
    }

    private func pass(_ run: UInt64, through lane: ReadLane, to sink: any ContentSink) throws {
        lane.open(range(of: run))
        try lane.write(to: sink, at: run * Self.runByteCount)
    }

    private func range(of run: UInt64) -> Range<UInt64> {
        run * Self.runByteCount..<(run + 1) * Self.runByteCount
    }
}

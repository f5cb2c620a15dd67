import Foundation
import ProtectionModel
import Documents
import Synchronization
import SystemIO

/// A bar on the terminal for work that lasts: it shows itself after half a second.
final class ProgressBar: Sendable {
    /// How much of the work there is, or is done.
    struct Amount {
        /// Files or entries.
        var count: UInt64 = 0
        var bytes: UInt64 = 0

        mutating func add(_ count: UInt64, bytes: UInt64) {
            self.count += count
            self.bytes &+= bytes
        }
    }

    private struct State {
        var done = Amount()
        var total: Amount?
        var label = ""
        var lastDrawn: Duration
        var isShown = false
        var isOver = false
    }

    /// What is counted.
    enum Unit {
        case bytes, files, filesAndBytes, entries
    }

    private let isEnabled: Bool
    private let unit: Unit
    private let started: Duration
    private let state: Mutex<State>

    /// The total is looked up only for a bar that can be seen: it may be a walk over a tree.
    init(_ console: Console, total: @autoclosure () -> Amount?, of unit: Unit = .bytes) {
        self.unit = unit
        isEnabled = !console.quiet && Terminal.isTerminal(.standardError)
        started = SystemTime.sinceBoot()
        state = Mutex(State(total: isEnabled ? total() : nil, lastDrawn: started))
    }

    /// Says what is being worked on.
    func begin(_ label: @autoclosure () -> String) {
        guard isEnabled else { return }
        let label = label().printable
        state.withLock { $0.label = label }
    }

    /// Says that this many more bytes are done, and whether they complete a file.
    func advance(by count: Int, ends isFileEnd: Bool = false) {
        draw { $0.done.add(isFileEnd ? 1 : 0, bytes: UInt64(count)) }
    }

    /// Says how many of how many are done; when calls overtake one another, the furthest counts.
    func show(_ done: Int, of total: Int?) {
        draw { state in
            let total = total.map { UInt64($0) }
            let isSame = state.total?.count == total
            state.done.count = isSame ? max(state.done.count, UInt64(done)) : UInt64(done)
            state.total = total.map { Amount(count: $0) }
        }
    }

    private func draw(_ change: (inout State) -> Void) {
        guard isEnabled else { return }
        let now = SystemTime.sinceBoot()
        let line = state.withLock { state -> String? in
            change(&state)
            guard now - started > .milliseconds(500), now - state.lastDrawn > .milliseconds(100),
                !state.isOver
            else { return nil }
            state.lastDrawn = now
            state.isShown = true
            return self.line(state, elapsed: now - started)
        }
        if let line { Self.write("\r\u{1B}[K" + line) }
    }

    /// Removes the bar; further work shows it again, unless this `isFinal`.
    func end(isFinal: Bool = false) {
        let wasShown = state.withLock { state in
            defer { state.isShown = false }
            state.isOver = isFinal
            return state.isShown
        }
        if wasShown { Self.write("\r\u{1B}[K") }
    }

    private func line(_ state: State, elapsed: Duration) -> String {
        let seconds = max(0.001, Double(elapsed.wholeMilliseconds) / 1_000)
        let done = measure(state.done)
        let speed = measured(UInt64(Double(done) / seconds)) + "/s"
        let columns = Terminal.columns(.standardError) ?? 80
        // One column stays free: a terminal may wrap after the last.
        guard done > 0 || state.done.count > 0 else {
            return DisplayWidth.ending(of: state.label, columns - 1)
        }
        let total = state.total.map(measure) ?? 0
        var text = "\(text(state.done, of: state.total))  \(speed)"
        if total > 0 {
            let share = min(1, Double(done) / Double(total))
            let filled = Int(share * 24)
            let bar =
                String(repeating: "█", count: filled)
                + String(repeating: "░", count: 24 - filled)
            text = "\(bar) \(Int(share * 100)) %  \(text)"
        }
        let room = columns - 3 - DisplayWidth.columns(of: text)
        guard room > 8 else { return text }
        return "\(text)  \(DisplayWidth.ending(of: state.label, room))"
    }

    /// What the share and the speed are taken from.
    private func measure(_ amount: Amount) -> UInt64 {
        switch unit {
        case .bytes, .filesAndBytes: amount.bytes
        case .files, .entries: amount.count
        }
    }

    private func measured(_ amount: UInt64) -> String {
        switch unit {
        case .bytes, .filesAndBytes: ByteText.format(amount)
        case .files, .entries: counted(amount)
        }
    }

    private func text(_ done: Amount, of total: Amount?) -> String {
        guard unit == .filesAndBytes else { return measured(measure(done)) }
        let files = total.map { "\(done.count) of \(counted($0.count))" } ?? counted(done.count)
        return "\(files)  \(ByteText.format(done.bytes))"
    }

    private func counted(_ count: UInt64) -> String {
        switch unit {
        case .entries: "\(count) \(count == 1 ? "entry" : "entries")"
        case .bytes, .files, .filesAndBytes: "\(count) \(count == 1 ? "file" : "files")"
        }
    }

    private static func write(_ text: String) {
        try? HostStream.standardError.write(Array(text.utf8).span.bytes)
    }
}

import Foundation
import ProtectionModel
import StructuredText
import Synchronization
import SystemIO

/// A bar on the terminal for work that lasts: it shows itself after half a second.
final class ProgressBar: Sendable {
    private struct State {
        var done: UInt64 = 0
        var total: UInt64?
        var label = ""
        var lastDrawn: Duration
        var isShown = false
    }

    /// What is counted.
    enum Unit {
        case bytes, files
    }

    private let isEnabled: Bool
    private let unit: Unit
    private let started: Duration
    private let state: Mutex<State>

    /// The total is looked up only for a bar that can be seen: it may be a walk over a tree.
    init(_ console: Console, total: @autoclosure () -> UInt64?, of unit: Unit = .bytes) {
        self.unit = unit
        isEnabled = !console.quiet && Terminal.isTerminal(.standardError)
        started = SystemTime.sinceBoot()
        state = Mutex(State(total: isEnabled ? total() : nil, lastDrawn: started))
    }

    /// Says what is being worked on.
    func begin(_ label: String) {
        state.withLock { $0.label = label.printable }
    }

    /// Says that so many bytes more are done.
    func advance(by count: Int) {
        draw { $0.done += UInt64(count) }
    }

    /// Says how many of how many are done; of calls that overtake one another the furthest counts.
    func show(_ done: Int, of total: Int) {
        draw { state in
            state.done = max(state.done, UInt64(done))
            state.total = UInt64(total)
        }
    }

    private func draw(_ change: (inout State) -> Void) {
        guard isEnabled else { return }
        let now = SystemTime.sinceBoot()
        let line = state.withLock { state -> String? in
            change(&state)
            guard now - started > .milliseconds(500), now - state.lastDrawn > .milliseconds(100)
            else { return nil }
            state.lastDrawn = now
            state.isShown = true
            return self.line(state, elapsed: now - started)
        }
        if let line { Self.write("\r\u{1B}[K" + line) }
    }

    /// Takes the bar away.
    func end() {
        guard state.withLock({ $0.isShown }) else { return }
        Self.write("\r\u{1B}[K")
    }

    private func line(_ state: State, elapsed: Duration) -> String {
        let seconds = max(0.001, Double(elapsed.wholeMilliseconds) / 1_000)
        let rate = amount(UInt64(Double(state.done) / seconds)) + "/s"
        let columns = Terminal.columns(.standardError) ?? 80
        // One column stays free: a terminal may wrap after the last.
        guard state.done > 0 else { return DisplayWidth.ending(of: state.label, columns - 1) }
        let label = DisplayWidth.ending(of: state.label, columns - 56)
        guard let total = state.total, total > 0 else {
            return "\(amount(state.done))  \(rate)  \(label)"
        }
        let share = min(1, Double(state.done) / Double(total))
        let filled = Int(share * 24)
        let bar =
            String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
        return "\(bar) \(Int(share * 100)) %  \(amount(state.done))  \(rate)  \(label)"
    }

    private func amount(_ count: UInt64) -> String {
        switch unit {
        case .bytes: ByteText.format(count)
        case .files: "\(count) \(count == 1 ? "file" : "files")"
        }
    }

    private static func write(_ text: String) {
        try? HostStream.standardError.write(Array(text.utf8).span.bytes)
    }
}

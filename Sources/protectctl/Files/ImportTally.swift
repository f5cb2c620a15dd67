import KeyManagement
import ProtectedStore
import ProtectionModel
import Synchronization

/// The outcome of an import: how much of it is in the device, and what is worth mentioning.
final class ImportTally: Sendable {
    private struct State {
        /// How many files have their names.
        var named = 0
        /// The file that was begun last.
        var last: DevicePath?
        var skipped: [(path: String, reason: String)] = []
        var weaker: [(path: DevicePath, before: ProtectionClass, after: ProtectionClass)] = []
    }

    /// Of more than this many, one line gives the number and names the first.
    private static let namedLimit = 3

    private let console: Console
    private let state = Mutex(State())

    init(_ console: Console) {
        self.console = console
    }

    /// Everything is put anew; what has become weaker by now stays so.
    func reset() {
        state.withLock { state in
            let weaker = state.weaker
            state = State()
            state.weaker = weaker
        }
    }

    func noteBegun(_ path: DevicePath) { state.withLock { $0.last = path } }

    func noteNamed(_ count: Int) { state.withLock { $0.named += count } }

    func noteReplaced(_ path: DevicePath, _ before: ProtectionClass, _ after: ProtectionClass) {
        state.withLock { state in
            // Put a second time, it was already weaker before.
            if let index = state.weaker.firstIndex(where: { $0.path == path }) {
                state.weaker[index].after = after
            } else if after.strength < before.strength {
                state.weaker.append((path, before, after))
            }
        }
    }

    func leaveOut(_ path: String, _ reason: String) {
        state.withLock { $0.skipped.append((path, reason)) }
    }

    /// Names what was not followed, and what is weaker now; of many, the first.
    ///
    /// Nothing is looked up for it: the files are put, and may be gone, or the device off, by now.
    func reportOddities() {
        let (skipped, weaker) = state.withLock { ($0.skipped, $0.weaker) }
        var reasons: [String] = []
        for (_, reason) in skipped where !reasons.contains(reason) { reasons.append(reason) }
        for reason in reasons {
            let paths = skipped.filter { $0.reason == reason }.map { "'\($0.path)'" }
            for line in Self.lines(paths) { console.talk("left out \(line): \(reason)") }
        }
        guard weaker.count > Self.namedLimit else {
            for (path, before, after) in weaker {
                console.talk(
                    "warning: '\(path)' was '\(before.name)' and is now '\(after.name)'; "
                        + "--keep-class keeps the class"
                )
            }
            return
        }
        let names = weaker.prefix(Self.namedLimit).map { "'\($0.path)'" }.joined(separator: ", ")
        console.talk(
            "warning: \(weaker.count) files have a weaker class than before: \(names) and "
                + "\(weaker.count - Self.namedLimit) more; --keep-class keeps the class"
        )
    }

    /// A line each, or one for many.
    private static func lines(_ names: [String]) -> [String] {
        guard names.count > namedLimit else { return names }
        let first = names.prefix(namedLimit).joined(separator: ", ")
        return ["\(names.count), \(first) and \(names.count - namedLimit) more"]
    }

    /// Says how many of several files are in the device, and after a signal where it stopped; says
    /// nothing before the first was begun.
    func reportStop(isInterrupted: Bool) {
        let (named, last) = state.withLock { ($0.named, $0.last) }
        guard let last else { return }
        let count =
            switch named {
            case 0: "no files were put"
            case 1: "1 file was put, the others were not"
            default: "\(named) files were put, the others were not"
            }
        console.talk(isInterrupted ? "interrupted at '\(last)': \(count)" : count)
    }
}

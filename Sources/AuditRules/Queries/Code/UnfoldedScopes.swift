import AuditFacts
import Synchronization

/// Functions whose bodies are folded, unfolded when they are asked for.
///
/// An index has one of it, which all copies share: what is unfolded stays so for a while.
final class UnfoldedScopes: Sendable {
    private struct State {
        var scopes: [FunctionPosition: CodeScope?] = [:]
        var byteCount = 0
        var positions: [String: [FunctionPosition]]?
        var damaged: Set<FunctionPosition> = []
    }

    // A body and its scope take about thirty times the memory of the folded form.
    private static let byteLimit = 2 << 20

    private let state = Mutex(State())

    /// How many bodies that were asked for could not be unfolded.
    var damagedCount: Int { state.withLock { $0.damaged.count } }

    /// The function at `position` of `file` with its body; `nil` when that is damaged.
    func scope(at position: FunctionPosition, of file: CodeFile) -> CodeScope? {
        if let known = state.withLock({ $0.scopes[position] }) { return known }
        let function = file.functions[position.function]
        let scope = function.unfolded().map { CodeScope(file: file, function: $0) }
        return state.withLock { state in
            // Another thread may have been faster.
            if let known = state.scopes[position] { return known }
            if scope == nil { state.damaged.insert(position) }
            let byteCount = function.folded?.byteCount ?? 0
            if state.byteCount + byteCount > Self.byteLimit {
                state.scopes = [:]
                state.byteCount = 0
            }
            state.byteCount += byteCount
            state.scopes[position] = .some(scope)
            return scope
        }
    }

    /// Where functions call or assign to any of `names`, ascending; `makeIndex` is called once.
    func positions(
        of names: Set<String>,
        _ makeIndex: () -> [String: [FunctionPosition]]
    ) -> [FunctionPosition] {
        state.withLock { state in
            let index = state.positions ?? makeIndex()
            state.positions = index
            return Set(names.flatMap { index[$0] ?? [] }).sorted()
        }
    }
}

/// Where a function is among those of all files.
struct FunctionPosition: Sendable, Hashable, Comparable {
    private let fileNumber: UInt32
    private let functionNumber: UInt32

    init(file: Int, function: Int) {
        fileNumber = UInt32(clamping: file)
        functionNumber = UInt32(clamping: function)
    }

    /// The file's index.
    var file: Int { Int(fileNumber) }
    /// The function's index in its file.
    var function: Int { Int(functionNumber) }

    static func < (one: FunctionPosition, other: FunctionPosition) -> Bool {
        (one.fileNumber, one.functionNumber) < (other.fileNumber, other.functionNumber)
    }
}

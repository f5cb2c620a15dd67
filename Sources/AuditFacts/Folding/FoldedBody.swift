import Synchronization

/// A body in the compact form of ``SyntaxEncoder``, which takes less than a tenth of the memory of
/// its statements.
package struct FoldedBody: Sendable, Hashable {
    /// The bodies it is one of.
    let bodies: FoldedBodies
    /// Where it is among them.
    let start: UInt32
    private let count: UInt32

    init(in bodies: FoldedBodies, _ range: Range<Int>) {
        self.bodies = bodies
        start = UInt32(clamping: range.lowerBound)
        count = UInt32(clamping: range.count)
    }

    /// How many bytes it takes.
    package var byteCount: Int { Int(count) }

    /// Its statements; `nil` when the bytes are damaged, which only those of a cache can be.
    package func statements() -> [Syntax.Statement]? {
        bodies.statements(at: Int(start), count: Int(count))
    }

    /// Whether both have the same statements, however they are folded.
    package static func == (one: FoldedBody, other: FoldedBody) -> Bool {
        one.bodies === other.bodies && one.start == other.start && one.count == other.count
            || one.statements() == other.statements()
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(statements()) }
}

/// The folded bodies of one file, which share its bytes and a table of strings.
///
/// ```
/// bodies = strings { body }
/// ```
final class FoldedBodies: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var range = 0..<0
        /// The table, and where it ends, from the first time on that a body is asked for.
        var table: (strings: [String], end: Int)?
    }

    private let state = Mutex(State())

    /// Takes what the bodies are made of: the part `range` of `bytes`, which is not copied.
    ///
    /// Bodies are named by where they will be, before all of them are known.
    func fill(_ bytes: [UInt8], in range: Range<Int>) {
        state.withLock { $0 = State(bytes: bytes, range: range) }
    }

    /// What they are made of.
    var bytes: ArraySlice<UInt8> { state.withLock { $0.bytes[$0.range] } }

    /// The statements of the body `start` bytes after the table.
    func statements(at start: Int, count: Int) -> [Syntax.Statement]? {
        let (bytes, end, table) = state.withLock { state in
            if state.table == nil {
                var decoder = SyntaxDecoder(state.bytes, in: state.range)
                state.table = try? decoder.table()
            }
            return (state.bytes, state.range.upperBound, state.table)
        }
        guard let table, start + count <= end - table.end else { return nil }
        let range = table.end + start..<table.end + start + count
        var decoder = SyntaxDecoder(bytes, in: range, strings: table.strings)
        return try? decoder.foldedBody()
    }
}

/// Folds the bodies of one file as they are read, so that their statements need not be kept.
package struct BodyFolder {
    private var encoder = SyntaxEncoder()
    private var bodies: FoldedBodies?

    /// A folder without bodies.
    package init() {}

    /// `function` with its body folded, and the names by which that is found.
    package mutating func fold(_ function: Syntax.Function) -> Syntax.Function {
        guard !function.body.isEmpty else { return function }
        let bodies = bodies ?? FoldedBodies()
        self.bodies = bodies
        let start = encoder.count
        encoder.put(function.body)
        let names = NamesInBody(function.body)
        return function.with(
            body: [],
            folded: FoldedBody(in: bodies, start..<encoder.count),
            callees: names.called,
            assigned: names.assigned
        )
    }

    /// Ends the file: what was folded can be unfolded from here on.
    package func finish() {
        guard let bodies else { return }
        let bytes = encoder.bytes
        bodies.fill(bytes, in: bytes.indices)
    }
}

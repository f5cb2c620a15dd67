import AuditFacts

/// A merge that git left unfinished in a project file: both sides of a change, with lines that begin
/// with `<<<<<<<`, `=======` and `>>>>>>>` around them.
struct MergeConflict {
    private let line: Int

    /// The first conflict in `bytes`; `nil` for none.
    init?(_ bytes: [UInt8]) {
        let marks = [UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">")]
            .map { [UInt8](repeating: $0, count: 7) }
        var found: [Int] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            .enumerated() where found.count < marks.count && line.starts(with: marks[found.count])
        {
            found.append(index + 1)
        }
        guard found.count == marks.count else { return nil }
        line = found[0]
    }

    /// What it means for an audit.
    var flaw: SourceFlaw {
        SourceFlaw(
            """
            it has git's merge conflict markers: its targets and their settings are unknown, and \
            rules that ask for them are silent
            """,
            at: SourcePlace(line: line, column: 1)
        )
    }
}

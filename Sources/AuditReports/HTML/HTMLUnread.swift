import AuditRules

/// What was not read, as a list.
struct HTMLUnread {
    private static let limit = 1_000
    private let notes: [UnreadNote]

    init(_ notes: [UnreadNote]) {
        self.notes = notes
    }

    /// Empty without any.
    var html: String {
        guard !notes.isEmpty else { return "" }
        let items = notes.prefix(Self.limit).map { note in
            let line = note.line.map { ":\($0)" } ?? ""
            return #"<li><code class="path">\#(HTMLText.path(note.path))\#(line)</code> "#
                + #"<span class="tag">\#(HTMLText.escaped(note.reason))</span> "#
                + "<span>\(HTMLText.escaped(note.message))</span></li>"
        }
        let more = notes.count - items.count
        let end = more > 0 ? "\n<p>And \(more) more.</p>" : ""
        return """
            <p>What was not read may hold more findings.</p>
            <ul class="unread">
            \(items.joined(separator: "\n"))
            </ul>\(end)
            """
    }
}

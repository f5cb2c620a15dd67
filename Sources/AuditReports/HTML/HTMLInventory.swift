import AuditRules
import ProtectionModel
import Documents

/// The files of devices: bars by class, then all of them in a table.
struct HTMLInventory {
    private static let limit = 2_000
    private let inventory: [InventoryRow]
    private let classes: [InventoryTotals]

    init(_ inventory: [InventoryRow]) {
        self.inventory = inventory
        classes = InventoryTotals.all(of: inventory)
    }

    /// Empty without files.
    var html: String {
        guard !inventory.isEmpty else { return "" }
        return """
            <p>\(sentence)</p>
            <figure class="bars">
            \(classes.map { bars($0) }.joined(separator: "\n"))
            <figcaption><span class="key locked">readable while locked</span> \
            <span class="key">closed while locked</span></figcaption>
            </figure>
            <details>
            <summary>All \(ReportTotals.counted(inventory.count, "file"))</summary>
            \(table)
            </details>
            """
    }

    private var sentence: String {
        let open = classes.filter(\.isReadableWhileLocked).reduce(0) { $0 + $1.fileCount }
        return
            "<strong>\(open) of \(ReportTotals.counted(inventory.count, "file"))</strong> can be "
            + "read while the device is locked after a first unlock."
    }

    private func bars(_ row: InventoryTotals) -> String {
        let mostFiles = classes.map(\.fileCount).max() ?? 0
        let mostBytes = classes.map(\.byteCount).max() ?? 0
        let locked = row.isReadableWhileLocked
        return """
            <div class="bar\(locked ? " locked" : "")">
            <h3>\(row.protectionClass.name)\
            \(locked ? #" <span class="tag">readable while locked</span>"# : "")</h3>
            \(bar(
                ReportTotals.counted(row.fileCount, "file"),
                share: mostFiles > 0 ? Double(row.fileCount) / Double(mostFiles) : 0
            ))
            \(bar(
                ByteText.format(row.byteCount),
                share: mostBytes > 0 ? Double(row.byteCount) / Double(mostBytes) : 0
            ))
            </div>
            """
    }

    /// A bar with its figure; `share` of the longest one, 0...1.
    private func bar(_ words: String, share: Double) -> String {
        // Something is never nothing: a sliver stays.
        let width = max(share > 0 ? 6 : 0, Int(share * 1_000))
        return """
            <p class="figure"><svg role="img" aria-label="\(words)" viewBox="0 0 1000 10" \
            preserveAspectRatio="none"><rect class="track" width="1000" height="10"/>\
            <rect class="fill" width="\(width)" height="10"/></svg><span>\(words)</span></p>
            """
    }

    private var table: String {
        let rows = inventory.prefix(Self.limit).map { row in
            let kind = row.kind.map { HTMLText.escaped($0) } ?? "–"
            let access = row.isReadableWhileLocked ? "yes" : "no"
            return
                #"<tr><th scope="row"><code class="path">\#(HTMLText.path(row.path))</code></th>"#
                + "<td>\(kind)</td><td>\(row.protectionClass.name)</td>"
                + #"<td class="number">\#(ByteText.format(row.byteCount))</td>"#
                + "<td>\(access)</td></tr>"
        }
        let more = inventory.count - rows.count
        return """
            <div class="scroll" role="region" aria-label="All files" tabindex="0">
            <table class="files">
            <thead><tr><th scope="col">Path</th><th scope="col">Kind</th><th scope="col">Class</th>\
            <th scope="col" class="number">Size</th><th scope="col">Readable while locked</th></tr>\
            </thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table>
            </div>\(more > 0 ? "\n<p>And \(more) more; the JSON report has all.</p>" : "")
            """
    }
}

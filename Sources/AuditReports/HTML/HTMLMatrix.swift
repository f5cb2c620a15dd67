import AuditPolicy
import ProtectionModel

/// The access matrix as a table: a row per kind, a column per context and lock state.
struct HTMLMatrix {
    private let grid: AccessGrid

    init(_ matrix: [AccessMatrixRow]) {
        grid = AccessGrid(neededIn: matrix)
    }

    /// Empty where nothing is needed anywhere.
    var html: String {
        guard !grid.rows.isEmpty else { return "" }
        return """
            <p>\(sentence)</p>
            <div class="scroll" role="region" aria-labelledby="access-title" tabindex="0">
            <table class="matrix">
            <caption class="unseen">Which kind of data can be reached in which context and lock state</caption>
            <thead>
            <tr><th scope="col" rowspan="2" class="kind">Kind of data, and its class</th>\(contexts)</tr>
            <tr>\(states)</tr>
            </thead>
            <tbody>
            \(grid.rows.map { row($0) }.joined(separator: "\n"))
            </tbody>
            </table>
            </div>
            \(legend)
            """
    }

    private var sentence: String {
        let count = grid.gapCount
        guard count > 0 else { return "Everything that is needed can be reached." }
        let cells = count == 1 ? "One need is" : "\(count) needs are"
        return """
            <strong class="alarm">\(cells) out of reach</strong>: the class closes before the \
            context is done.
            """
    }

    private var contexts: String {
        grid.contexts.map { context in
            #"<th scope="colgroup" colspan="\#(context.states.count)" class="group">"#
                + "\(HTMLText.escaped(context.name))</th>"
        }.joined()
    }

    private var states: String {
        grid.contexts.flatMap { context in
            context.states.enumerated().map { index, state in
                let words = state.rawValue.replacing("-", with: " ")
                return #"<th scope="col"\#(index == 0 ? " class=\"first\"" : "")>\#(words)</th>"#
            }
        }.joined()
    }

    private func row(_ row: AccessGrid.Row) -> String {
        let cells = grid.contexts.flatMap { context in
            context.states.enumerated().map { index, state in
                cell(grid.cell(row, context.name, state), isFirst: index == 0)
            }
        }
        return #"<tr><th scope="row" class="kind">\#(HTMLText.escaped(row.kind)) "#
            + #"<span class="class">\#(row.protectionClass.name)</span></th>"#
            + "\(cells.joined())</tr>"
    }

    private func cell(_ cell: AccessMatrixRow?, isFirst: Bool) -> String {
        let edge = isFirst ? " first" : ""
        guard let cell else {
            return #"<td class="cell void\#(edge)"><span class="unseen">not asked</span></td>"#
        }
        let (icon, words) = Self.meaning(cell)
        let need = cell.isNeeded ? #"<span class="need">needed</span>"# : ""
        return #"<td class="cell \#(icon.rawValue)\#(edge)"><span class="mark">\#(icon.html)"#
            + #"<span class="unseen">\#(words)</span>\#(need)</span></td>"#
    }

    private static func meaning(_ cell: AccessMatrixRow) -> (HTMLIcon, String) {
        switch cell.access {
        case .yes: (.yes, "yes ")
        case .openHandlesOnly: (.partly, "open handles and new files only ")
        case .no: cell.isGap ? (.gap, "out of reach, yet ") : (.no, "no ")
        }
    }

    private var legend: String {
        let items = [
            (HTMLIcon.yes, "can be reached"), (.partly, "open handles and new files only"),
            (.no, "cannot be reached"), (.gap, "needed, and out of reach"),
        ].map { icon, words in
            #"<li><span class="cell \#(icon.rawValue)"><span class="mark">\#(icon.html)</span></span> "#
                + "\(words)</li>"
        }
        return #"<ul class="legend" aria-label="Legend">\#(items.joined())</ul>"#
    }
}

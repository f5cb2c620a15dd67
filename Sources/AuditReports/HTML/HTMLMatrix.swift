import AuditPolicy
import AuditRules
import ProtectionModel

/// The access matrix, which is what the policy allows, as a table: a row per kind, a column per context and lock state.
struct HTMLMatrix {
    private let grid: AccessGrid

    init(_ report: AuditReport) {
        grid = AccessGrid(of: report)
    }

    /// Empty where nothing is needed anywhere.
    var html: String {
        guard !grid.rows.isEmpty else { return "" }
        return """
            <p>\(sentence)\(contradiction)</p>
            <div class="scroll" role="region" aria-labelledby="access-title" tabindex="0">
            <table class="matrix">
            <caption class="unseen">Which kind of data the policy lets be reached in which context and lock state</caption>
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
        guard count > 0 else {
            return "The policy lets everything be reached that it says is needed."
        }
        let cells = count == 1 ? "One need is" : "\(count) needs are"
        return """
            <strong class="alarm">\(cells) out of reach</strong>: the class closes before the \
            context is done.
            """
    }

    /// What the code does otherwise: without it the table would look better than the app is.
    private var contradiction: String {
        let kinds = grid.contradictions.count
        guard kinds > 0 else { return "" }
        let words = kinds == 1 ? "one kind of data is" : "\(kinds) kinds of data are"
        return """
             <strong class="alarm">Findings contradict it</strong>: \(words) not stored or reached \
            as the policy has it.
            """
    }

    private func contradictions(of row: AccessGrid.Row) -> String {
        guard let count = grid.contradictions[row.kind] else { return "" }
        let words = count == 1 ? "1 finding" : "\(count) findings"
        return ##"<a class="contradicted" href="#findings">contradicted by \##(words)</a>"##
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
                #"<th scope="col"\#(index == 0 ? #" class="first""# : "")>\#(state.rawValue)</th>"#
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
            + #"<span class="class">\#(row.protectionClass.name)</span>"#
            + "\(contradictions(of: row))</th>\(cells.joined())</tr>"
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
        case .yes: (.yes, "\(cell.access.words) ")
        case .openHandlesOnly: (.partly, "\(cell.access.words) ")
        case .no: (cell.isGap ? .gap : .no, "\(cell.access.words) ")
        }
    }

    private var legend: String {
        let items = [
            (HTMLIcon.yes, "yes"),
            (.partly, "open or new: files that are open already, and new ones"),
            (.no, "no"), (.gap, "no, though needed"),
        ].map { icon, words in
            #"<li><span class="cell \#(icon.rawValue)"><span class="mark">\#(icon.html)</span></span> "#
                + "\(words)</li>"
        }
        return #"<ul class="legend" aria-label="Legend">\#(items.joined())</ul>"#
    }
}

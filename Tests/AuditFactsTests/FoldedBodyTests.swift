import AuditFacts
import Testing

@Suite("Folded bodies")
struct FoldedBodyTests {
    private static let place = SourcePlace(line: 70_000, column: 300)
    private static let span = SourceSpan(place, endLine: 70_002)
    private static let name = Syntax.Expression(.name("né"), at: place)

    private static func expressions() -> [Syntax.Expression] {
        let argument = Syntax.Argument("label", name)
        let inner = Syntax.Statement(.expression(name), at: span)
        let nodes: [Syntax.Expression.Node] = [
            .text([.fixed("a\0b"), .interpolated([argument, Syntax.Argument(nil, name)])]),
            .text([]), .number("-0x1F"), .boolean(true), .boolean(false), .null, .name(""),
            .member(nil, "m"), .member(name, "m"),
            .call(Syntax.Call(name, [])), .call(Syntax.Call(name, [argument])),
            .element(name, [argument]), .list([]), .list([name, name]), .dictionary([]),
            .dictionary([Syntax.DictionaryEntry(name, name)]),
            .operation("?:", [name, name, name]),
            .unwrapped(name), .cast(name, to: "T"),
            .closure(Syntax.Closure(parameters: ["p"], body: [inner])), .other([name]),
        ]
        return nodes.map { Syntax.Expression($0, at: place) }
    }

    private static func statements() -> [Syntax.Statement] {
        let inner = [Syntax.Statement(.expression(name), at: span)]
        let conditions: [Syntax.Condition] = [
            .holds(name), .binds("b", name), .matches(name, pattern: name),
        ]
        let local = Syntax.Function(
            name: "f",
            type: "T",
            parameters: [Syntax.Parameter(label: "l", name: "n", type: nil)],
            returnType: "R",
            modifiers: ["m"],
            span: span,
            body: inner
        )
        let arms = [Syntax.Branch.Arm(conditions, inner), Syntax.Branch.Arm([], [])]
        let kinds: [Syntax.Statement.Kind] = [
            .variable(name: "v", type: "T", value: name),
            .variable(name: "v", type: nil, value: nil),
            .assignment(target: name, value: name), .branch(Syntax.Branch(arms)),
            .branch(Syntax.Branch(arms, isGuard: true)), .loop(conditions, inner),
            .attempt(inner, handlers: [inner, []]), .attempt([], handlers: []),
            .leave("return", name), .leave("break", nil), .function(local),
        ]
        return (kinds + expressions().map { .expression($0) }).map {
            Syntax.Statement($0, at: span)
        }
    }

    private static func function(_ body: [Syntax.Statement]) -> Syntax.Function {
        Syntax.Function(name: "f", type: "T", modifiers: ["m"], span: span, body: body)
    }

    @Test("every kind of statement and expression unfolds to what it was")
    func roundTrip() {
        let functions =
            Self.statements().map { Self.function([$0]) }
            + [Self.function(Self.statements())]
        var folder = BodyFolder()
        let folded = functions.map { folder.fold($0) }
        folder.finish()
        for (function, folded) in zip(functions, folded) {
            #expect(folded.body.isEmpty && folded.folded != nil)
            #expect(folded.unfolded()?.body == function.body)
            #expect(folded.unfolded()?.folded == nil)
        }
    }

    @Test("bodies are equal when their statements are, wherever they are folded")
    func equality() {
        var one = BodyFolder()
        var other = BodyFolder()
        let statements = Self.statements()
        _ = other.fold(Self.function([statements[1]]))
        let first = one.fold(Self.function(statements))
        let second = other.fold(Self.function(statements))
        let third = other.fold(Self.function([statements[0]]))
        one.finish()
        other.finish()
        #expect(first == second && first.hashValue == second.hashValue)
        #expect(first != third)
    }

    @Test("a function without statements has nothing to fold")
    func empty() {
        var folder = BodyFolder()
        let function = folder.fold(Self.function([]))
        folder.finish()
        #expect(function.folded == nil && function.unfolded() == function)
    }
}

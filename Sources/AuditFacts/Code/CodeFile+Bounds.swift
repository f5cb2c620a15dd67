/// How much of one function the rules follow.
///
/// A question about a value looks through the function it is used in, and there are as many questions
/// as statements. Beyond these bounds a machine wrote it, to be read by one.
private enum FunctionBound {
    /// Statements, with those inside of others.
    static let statements = 1_024
    /// Expressions, with those inside of others.
    static let parts = 8_192
    static let parameters = 128
    /// Bytes of a body that is folded.
    static let foldedBytes = 128 << 10
    /// Bytes of a type as it is written, or of the dotted name of one.
    static let typeLength = 1_024
    /// What one type inherits from and conforms to.
    static let inherited = 64
}

extension CodeFile {
    /// It without the bodies of functions that are too large to be followed, which are told as a flaw,
    /// and without types that are too long to be names.
    package func bounded() -> CodeFile {
        let kept = functions.map { $0.bounded() }
        let cut = zip(functions, kept).filter { $0.hasBody && !$1.hasBody }.map(\.0)
        return CodeFile(
            path: path,
            language: language,
            imports: imports,
            types: types.filter { $0.name.utf8.count <= FunctionBound.typeLength }
                .map { $0.bounded() },
            functions: kept,
            variables: variables.map { $0.bounded() },
            mentions: mentions,
            suppressions: suppressions,
            flaws: flaws + Self.flaws(cut)
        )
    }

    private static func flaws(_ cut: [Syntax.Function]) -> [SourceFlaw] {
        guard let first = cut.first else { return [] }
        let others =
            switch cut.count {
            case 1: " is"
            case 2: " and another function are"
            default: " and \(cut.count - 1) other functions are"
            }
        let name = "'\(first.name.prefix(64))'"
        return [SourceFlaw(name + others + " too large to be followed", at: first.span.start)]
    }
}

extension Syntax.Function {
    fileprivate var hasBody: Bool { folded != nil || !body.isEmpty }

    fileprivate func bounded() -> Syntax.Function {
        guard isFollowed else { return emptied() }
        guard hasLongType else { return self }
        return Syntax.Function(
            name: name,
            type: type,
            parameters: parameters.map {
                Syntax.Parameter(label: $0.label, name: $0.name, type: named($0.type))
            },
            returnType: named(returnType),
            modifiers: modifiers,
            span: span,
            callees: callees,
            assigned: assigned,
            folded: folded,
            body: body
        )
    }

    private var hasLongType: Bool {
        ([returnType] + parameters.map(\.type)).contains { named($0) != $0 }
    }

    private var isFollowed: Bool {
        guard parameters.count <= FunctionBound.parameters,
            type?.utf8.count ?? 0 <= FunctionBound.typeLength
        else { return false }
        if let folded { return folded.byteCount <= FunctionBound.foldedBytes }
        var size = BodySize()
        size.add(body)
        return !size.isTooLarge
    }

    private func emptied() -> Syntax.Function {
        Syntax.Function(
            name: name,
            type: type.flatMap(named),
            parameters: [],
            returnType: named(returnType),
            modifiers: modifiers,
            span: span,
            body: []
        )
    }
}

/// How large a body is, counted until it is too large.
private struct BodySize {
    private var statements = 0
    private var parts = 0

    var isTooLarge: Bool {
        statements > FunctionBound.statements || parts > FunctionBound.parts
    }

    mutating func add(_ body: [Syntax.Statement]) {
        for statement in body {
            guard !isTooLarge else { return }
            statements += 1
            for expression in statement.expressions { add(expression) }
            switch statement.kind {
            case .branch(let branch):
                for arm in branch.arms { add(arm.body) }
            case .loop(_, let inner): add(inner)
            case .attempt(let inner, let handlers):
                for block in [inner] + handlers { add(block) }
            case .function(let function): add(function.body)
            case .expression, .variable, .assignment, .leave: break
            }
        }
    }

    private mutating func add(_ expression: Syntax.Expression) {
        guard !isTooLarge else { return }
        parts += 1
        if case .closure(let closure) = expression.node { add(closure.body) }
        expression.forEachChild { add($0) }
    }
}

extension Syntax.TypeDeclaration {
    fileprivate func bounded() -> Syntax.TypeDeclaration {
        guard
            inherited.count > FunctionBound.inherited
                || inherited.contains(where: { named($0) == nil })
        else { return self }
        return Syntax.TypeDeclaration(
            name: name,
            kind: kind,
            inherited: Array(inherited.compactMap(named).prefix(FunctionBound.inherited)),
            members: members,
            span: span
        )
    }
}

extension Syntax.Variable {
    fileprivate func bounded() -> Syntax.Variable {
        guard named(type) != type || named(owner) != owner else { return self }
        return Syntax.Variable(
            name: name,
            owner: named(owner),
            type: named(type),
            isConstant: isConstant,
            attributes: attributes,
            value: value,
            span: span
        )
    }
}

/// `type` unless it is too long to be one that a person wrote.
private func named(_ type: String?) -> String? {
    type.flatMap { $0.utf8.count <= FunctionBound.typeLength ? $0 : nil }
}

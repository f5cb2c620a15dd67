extension Syntax {
    /// A function, method, initializer, accessor, the code at the top of a file (called `main`), or a
    /// property's first value that calls something.
    package struct Function: Sendable, Hashable {
        /// Its name without parameters (`write`, `init`, `deinit`, a computed property's name), or the
        /// whole selector of an Objective-C method.
        package let name: String
        /// The type it belongs to, dotted for nested ones; `nil` for a free function.
        package let type: String?
        /// Its parameters.
        package let parameters: [Parameter]
        /// What it returns, as it is written.
        package let returnType: String?
        /// Modifiers and attributes as written: `override`, `static`, `@objc`, `@available(iOS 17, *)`
        /// those of the type around it too; `get`, `set`, `didSet` for accessors, `=` for a property's first
        /// value, `+` for an Objective-C class method.
        package let modifiers: [String]
        /// The lines it takes.
        package let span: SourceSpan
        /// The names called in a folded body, each once; empty for one that is not folded.
        package let callees: [String]
        /// The names that a folded body assigns to, each once: a computed property may be behind
        /// them, whose setter is called so.
        package let assigned: [String]
        /// Its body where that names nothing a rule watches: it is unfolded for those who ask.
        package let folded: FoldedBody?
        /// Its statements; empty when they are folded.
        package let body: [Statement]

        /// A function with all its parts.
        package init(
            name: String,
            type: String? = nil,
            parameters: [Parameter] = [],
            returnType: String? = nil,
            modifiers: [String] = [],
            span: SourceSpan,
            callees: [String] = [],
            assigned: [String] = [],
            folded: FoldedBody? = nil,
            body: [Statement]
        ) {
            self.name = name
            self.type = type
            self.parameters = parameters
            self.returnType = returnType
            self.modifiers = modifiers
            self.span = span
            self.callees = callees
            self.assigned = assigned
            self.folded = folded
            self.body = body
        }
    }

    /// A parameter of a function.
    package struct Parameter: Sendable, Hashable {
        /// The label at the call; `nil` for `_`.
        package let label: String?
        /// The name inside.
        package let name: String
        /// Its type as it is written.
        package let type: String?

        /// The parameter `name` under `label`.
        package init(label: String?, name: String, type: String?) {
            self.label = label
            self.name = name
            self.type = type
        }
    }
}

extension Syntax.Function {
    /// It with its statements, folded or not; `nil` when its folded body is damaged.
    ///
    /// - Complexity: O(bytes of the folded body), each time.
    package func unfolded() -> Syntax.Function? {
        guard let folded else { return self }
        return folded.statements().map { with(body: $0) }
    }

    /// It with another body.
    func with(
        body: [Syntax.Statement],
        folded: FoldedBody? = nil,
        callees: [String]? = nil,
        assigned: [String]? = nil
    ) -> Syntax.Function {
        Syntax.Function(
            name: name,
            type: type,
            parameters: parameters,
            returnType: returnType,
            modifiers: modifiers,
            span: span,
            callees: callees ?? self.callees,
            assigned: assigned ?? self.assigned,
            folded: folded,
            body: body
        )
    }
}

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
        /// Where it calls functions of the module: the names called in a body that was left out.
        ///
        /// Bodies that name nothing a rule watches are not kept.
        package let callees: [String]
        /// Its statements; empty when the body was left out.
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
            body: [Statement]
        ) {
            self.name = name
            self.type = type
            self.parameters = parameters
            self.returnType = returnType
            self.modifiers = modifiers
            self.span = span
            self.callees = callees
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

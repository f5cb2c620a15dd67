extension Syntax {
    /// A call of a function, method or initializer, or an Objective-C message.
    package struct Call: Sendable, Hashable {
        /// What is called: `.name("print")`, `.member(data, "write")`, `.member(nil, "init")`.
        ///
        /// A message has its whole selector as the member: `.member(data, "writeToFile:atomically:")`.
        package let callee: Expression
        /// Its arguments in order, trailing closures last (the first of them without a label).
        package let arguments: [Argument]

        /// The call of `callee` with `arguments`.
        package init(_ callee: Expression, _ arguments: [Argument]) {
            self.callee = callee
            self.arguments = arguments
        }

        /// The last name of what is called: `write`, `print`, `writeToFile:atomically:`.
        package var name: String? {
            switch callee.node {
            case .name(let name), .member(_, let name): name
            default: nil
            }
        }

        /// What the method is called on; `nil` for a function and for an implicit member.
        package var receiver: Expression? {
            guard case .member(let base, _) = callee.node else { return nil }
            return base
        }

        /// The value under `label`, the first one; in a message the part of the selector before the
        /// colon is the label.
        package subscript(label: String) -> Expression? {
            if let value = arguments.first(where: { $0.label == label })?.value { return value }
            guard let name, name.utf8.contains(UInt8(ascii: ":")) else { return nil }
            let parts = name.split(separator: ":")
            guard let index = parts.firstIndex(where: { $0 == label }), index < arguments.count
            else {
                return nil
            }
            return arguments[index].value
        }
    }
}

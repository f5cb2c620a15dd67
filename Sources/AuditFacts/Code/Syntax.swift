/// What app sources say, in the words Swift and Objective-C have in common.
///
/// The names are those of the languages' grammars, which others have taken too: hence the namespace.
package enum Syntax {}

extension Syntax {
    /// An argument of a call or subscript.
    package struct Argument: Sendable, Hashable {
        /// Its label; `nil` for one without, and for all of an Objective-C message.
        package let label: String?
        /// Its value.
        package let value: Expression

        /// The argument `value` under `label`.
        package init(_ label: String? = nil, _ value: Expression) {
            self.label = label
            self.value = value
        }
    }

    /// A closure of Swift or a block of Objective-C.
    package struct Closure: Sendable, Hashable {
        /// The names of its parameters.
        package let parameters: [String]
        /// What it does.
        package let body: [Statement]

        /// The closure with `body`.
        package init(parameters: [String], body: [Statement]) {
            self.parameters = parameters
            self.body = body
        }
    }

    /// An attribute of a declaration, such as `@AppStorage("pin")`.
    package struct Attribute: Sendable, Hashable {
        /// Its name without the sign.
        package let name: String
        /// Its arguments.
        package let arguments: [Argument]

        /// The attribute `name` with `arguments`.
        package init(_ name: String, _ arguments: [Argument] = []) {
            self.name = name
            self.arguments = arguments
        }
    }
}

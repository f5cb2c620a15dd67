extension Syntax {
    /// An expression of Swift or Objective-C, in the words both have in common.
    ///
    /// `try`, `await`, parentheses and optional chaining marks are left out: `try? a?.b()` is the call
    /// `a.b`. What rules never ask for is `other`, with its parts, so that names in it are still seen.
    package struct Expression: Sendable, Hashable {
        /// What an expression is.
        package indirect enum Node: Sendable, Hashable {
            /// A string literal; one fixed part when nothing is interpolated.
            case text([TextPart])
            /// A number literal as it is written.
            case number(String)
            /// `true`, `false`, `YES`, `NO`.
            case boolean(Bool)
            /// `nil`, `NULL`, `Nil`.
            case null
            /// An identifier, including `self`, `super` and a type's name.
            case name(String)
            /// `base.name`; without a base the implicit member `.name`.
            case member(Expression?, String)
            /// A call, an initializer or an Objective-C message.
            case call(Call)
            /// `base[arguments]`.
            case element(Expression, [Argument])
            /// `[a, b]` or `@[a, b]`.
            case list([Expression])
            /// `[a: b]` or `@{a: b}`.
            case dictionary([DictionaryEntry])
            /// An operator with its operands: infix `==`, prefix `!`, ternary `?:` with three.
            case operation(String, [Expression])
            /// `value!`.
            case unwrapped(Expression)
            /// `value as Type`, `as?`, `as!`, `(Type)value`.
            case cast(Expression, to: String)
            /// A closure or block.
            case closure(Closure)
            /// Anything else with its parts.
            case other([Expression])
        }

        /// Where it starts; of a member or a call of a member, where the member's name stands.
        package let place: SourcePlace
        /// What it is.
        package let node: Node

        /// The expression `node` at `place`.
        package init(_ node: Node, at place: SourcePlace) {
            self.place = place
            self.node = node
        }
    }

    /// A piece of a string literal.
    package enum TextPart: Sendable, Hashable {
        /// Characters, with their escapes resolved.
        case fixed(String)
        /// An interpolated value; with its label for `\(x, privacy: .public)`.
        case interpolated([Argument])
    }

    /// A key with its value in a dictionary literal.
    package struct DictionaryEntry: Sendable, Hashable {
        /// The key.
        package let key: Expression
        /// The value.
        package let value: Expression

        /// The entry of `value` under `key`.
        package init(_ key: Expression, _ value: Expression) {
            self.key = key
            self.value = value
        }
    }
}

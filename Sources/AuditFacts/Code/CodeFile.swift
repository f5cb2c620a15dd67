/// What a source file says, as plain values.
///
/// Dead branches of conditional compilation (simulator, debug, other systems) are left out:
/// `#if DEBUG`, `targetEnvironment(simulator)`, `os(macOS)`. Where a condition cannot be decided, both
/// branches stay.
package struct CodeFile: Sendable, Hashable {
    /// Its path relative to the audited root, with `/`.
    package let path: String
    /// Its language.
    package let language: CodeLanguage
    /// Modules or headers it imports.
    package let imports: [String]
    /// Types and extensions.
    package let types: [Syntax.TypeDeclaration]
    /// Functions of all types, with those of extensions.
    package let functions: [Syntax.Function]
    /// Stored properties, globals and raw-value cases.
    package let variables: [Syntax.Variable]
    /// Names that begin with a capital letter, anywhere in it; sorted, each once.
    package let mentions: [String]
    /// Comments that suppress findings.
    package let suppressions: [SuppressionComment]
    /// What could not be parsed.
    package let flaws: [SourceFlaw]

    /// A source with all its parts.
    package init(
        path: String,
        language: CodeLanguage,
        imports: [String] = [],
        types: [Syntax.TypeDeclaration] = [],
        functions: [Syntax.Function] = [],
        variables: [Syntax.Variable] = [],
        mentions: [String] = [],
        suppressions: [SuppressionComment] = [],
        flaws: [SourceFlaw] = []
    ) {
        self.path = path
        self.language = language
        self.imports = imports
        self.types = types
        self.functions = functions
        self.variables = variables
        self.mentions = mentions
        self.suppressions = suppressions
        self.flaws = flaws
    }
}

/// A language of app sources.
package enum CodeLanguage: UInt8, Sendable, Hashable {
    case swift, objectiveC
}

/// A comment `protectctl:allow RULE until DATE -- reason` in a source.
///
/// It covers findings on its own line and on the line after it.
package struct SuppressionComment: Sendable, Hashable {
    /// The comment's text after `protectctl:allow`, trimmed.
    package let text: String
    /// Where it stands.
    package let place: SourcePlace

    /// The comment `text` at `place`.
    package init(_ text: String, at place: SourcePlace) {
        self.text = text
        self.place = place
    }
}

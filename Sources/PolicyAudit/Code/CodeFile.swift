/// What a source file says, as plain values.
///
/// Dead branches of conditional compilation (simulator, debug, other systems) are left out:
/// `#if DEBUG`, `targetEnvironment(simulator)`, `os(macOS)`; both branches of what cannot be decided stay.
package struct CodeFile: Sendable, Hashable {
    /// Its path relative to the audited root, with `/`.
    package let path: String
    /// Its language.
    package let language: CodeLanguage
    /// Modules or headers it imports.
    package let imports: [String]
    /// Types and extensions.
    package let types: [TypeDeclaration]
    /// Functions of all types, with those of extensions.
    package let functions: [Function]
    /// Stored properties, globals and raw-value cases.
    package let variables: [Variable]
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
        types: [TypeDeclaration] = [],
        functions: [Function] = [],
        variables: [Variable] = [],
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

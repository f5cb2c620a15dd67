import AuditFacts
import Documents

#if SwiftSources
@_spi(RawSyntax) import SwiftSyntax

// SwiftSyntax has a type of this name too, which nothing here asks for.
typealias Syntax = AuditFacts.Syntax

/// Turns the syntax tree of one Swift source into facts.
struct SwiftConversion {
    let bytes: [UInt8]
    let lines: LineTable
    let survey: SwiftSurvey

    var imports: [String] = []
    var types: [Syntax.TypeDeclaration] = []
    var functions: [Syntax.Function] = []
    var variables: [Syntax.Variable] = []
    /// The types around what is converted.
    var owners: [SwiftOwner] = []
    /// How many statements and expressions enclose the one that is converted.
    var nesting = 0
    /// Takes the bodies that name nothing watched.
    var folder = BodyFolder()
    /// The height of the highest expression converted within the enclosing one.
    var height = 0
    /// Where something was nested too deeply.
    var deepPlaces: [SourcePlace] = []
    /// Where there are too many combining marks in a row.
    var crowdedPlaces: [SourcePlace] = []

    init(bytes: [UInt8], lines: LineTable, survey: SwiftSurvey) {
        self.bytes = bytes
        self.lines = lines
        self.survey = survey
    }

    /// The facts gathered so far.
    func file(path: String) -> CodeFile {
        folder.finish()
        return CodeFile(
            path: path,
            language: .swift,
            imports: imports,
            types: types,
            functions: functions,
            variables: variables,
            mentions: survey.mentions.sorted(),
            suppressions: survey.suppressions.map {
                SuppressionScan.comment(at: $0, in: bytes, lines: lines)
            },
            flaws: survey.flaws
                + deepPlaces.prefix(1).map { SourceFlaw("this is nested too deeply", at: $0) }
                + crowdedPlaces.prefix(1).map { SourceFlaw(CombiningMarks.complaint, at: $0) }
        )
    }

    /// The type that is converted, dotted.
    var owner: String? { owners.last?.name }

    /// The bytes of `node` without what stands around it.
    func range(_ node: some SyntaxProtocol) -> Range<Int> {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        return start..<max(start, min(node.endPositionBeforeTrailingTrivia.utf8Offset, bytes.count))
    }

    func place(_ node: some SyntaxProtocol) -> SourcePlace {
        lines.place(at: node.positionAfterSkippingLeadingTrivia.utf8Offset)
    }

    func span(_ node: some SyntaxProtocol) -> SourceSpan { lines.span(range(node)) }

    /// `node` as it is written.
    func text(_ node: some SyntaxProtocol) -> String {
        String(decoding: bytes[range(node)], as: UTF8.self)
    }

    /// An identifier without its backticks.
    func name(_ token: TokenSyntax) -> String {
        let text = token.text
        guard text.utf8.first == UInt8(ascii: "`"), text.utf8.count > 2 else { return text }
        return String(text.dropFirst().dropLast())
    }

    /// Converts with `convert` unless too much encloses it.
    mutating func nested<Value>(
        _ node: some SyntaxProtocol,
        orElse shallow: Value,
        _ convert: (inout SwiftConversion) -> Value
    ) -> Value {
        guard nesting < Self.nestingLimit else {
            deepPlaces.append(place(node))
            return shallow
        }
        nesting += 1
        defer { nesting -= 1 }
        return convert(&self)
    }

    private static let nestingLimit = 128
    static let heightLimit = 384

    /// The clauses of `#if` that a release build may have.
    func liveClauses(_ config: IfConfigDeclSyntax) -> [IfConfigClauseSyntax.Elements] {
        // Not by `filter`, which makes a tree of its own of what is left, with other places.
        config.clauses.compactMap { clause in
            survey.deadClauses.contains(clause.position.utf8Offset) ? nil : clause.elements
        }
    }
}

/// A type whose members are converted.
struct SwiftOwner {
    /// Its name, dotted for a nested one.
    let name: String
    /// Whether cases without a raw value have their name as one.
    let hasTextCases: Bool
    /// Its `@available` attributes and those of the types around it, which hold for its members.
    let availability: [String]
    /// The names of its members.
    var members: [String] = []
}
#endif

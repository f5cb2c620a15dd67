import Yams

extension TextError {
    /// The error of Yams in our form, for a text that ends at `end`.
    ///
    /// A duplicate key is located where it stands first: Yams names no other place. What libyaml
    /// misses at the end of a text it places on a line behind it; here that is `end`.
    init(_ error: YamlError, end: TextLocation) {
        switch error {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let before = context.map { "\($0.text): " } ?? ""
            self.init(before + problem, at: Self.location(mark, end))
        case .duplicatedKeysInMapping(let keys, let context):
            let key = (keys.first ?? "").quotedForMessage
            self.init(
                "the key \(key) is given more than once",
                at: Self.location(context.mark, end)
            )
        default:
            self.init("malformed YAML", at: .start)
        }
    }

    private static func location(_ mark: Mark, _ end: TextLocation) -> TextLocation {
        mark.line > end.line ? end : TextLocation(line: mark.line, column: mark.column)
    }
}

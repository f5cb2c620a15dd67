package import AuditFacts
package import AuditPolicy

/// Tells by their names which values are sensitive.
///
/// The name nearest to the value decides: `credentials.count` is a number, `user.password` a
/// password, `passwordField.text` what was typed there. Where the name says nothing, a local value
/// is followed to what it was made of.
package struct SensitiveValues: Sendable {
    let vocabulary: Vocabulary
    let code: CodeIndex

    /// Values recognized by `vocabulary`.
    package init(_ vocabulary: Vocabulary, _ code: CodeIndex) {
        self.vocabulary = vocabulary
        self.code = code
    }

    /// What makes the value of `expression` sensitive; `nil` for nothing that is known.
    package func find(in expression: Syntax.Expression, _ scope: CodeScope?) -> SensitiveName? {
        find(in: expression, scope, depth: 0)
    }

    /// What makes a key, label or other fixed text speak of something sensitive.
    package func find(inKey expression: Syntax.Expression, _ scope: CodeScope?) -> SensitiveName? {
        guard let name = code.text(of: expression, in: scope) ?? expression.lastName,
            !CodeIndex.asks(name)
        else { return nil }
        return told(name, at: expression.place)
    }

    private func told(_ name: String, at place: SourcePlace) -> SensitiveName? {
        vocabulary.match(name).map { SensitiveName(name: name, match: $0, place: place) }
    }

    private func find(
        in expression: Syntax.Expression,
        _ scope: CodeScope?,
        depth: Int
    ) -> SensitiveName? {
        guard depth < 8 else { return nil }
        func first(_ values: [Syntax.Expression]) -> SensitiveName? {
            for value in values {
                if let found = find(in: value, scope, depth: depth + 1) { return found }
            }
            return nil
        }
        switch expression.node {
        case .name(let name): return find(inName: name, expression.place, scope, depth)
        case .member(let base, let name):
            return find(inMember: name, of: base, expression.place, scope, depth)
        case .call(let call): return find(in: call, expression.place, scope, depth)
        case .text(let parts):
            return first(
                parts.compactMap { part in
                    guard case .interpolated(let arguments) = part else { return nil }
                    return arguments.first?.value
                }
            )
        case .operation("?:", let operands): return first(Array(operands.dropFirst()))
        case .operation(let symbol, let operands):
            return Self.joining.contains(symbol) ? first(operands) : nil
        case .list(let values): return first(values)
        case .dictionary(let entries): return find(in: entries, scope, depth)
        case .element(let base, let arguments):
            if let key = arguments.first?.value, let found = find(inKey: key, scope) {
                return found
            }
            return find(in: base, scope, depth: depth + 1)
        case .unwrapped(let value), .cast(let value, _): return first([value])
        case .number, .boolean, .null, .closure, .other: return nil
        }
    }

    private func find(
        inName name: String,
        _ place: SourcePlace,
        _ scope: CodeScope?,
        _ depth: Int
    ) -> SensitiveName? {
        let itself = Syntax.Expression(.name(name), at: place)
        guard code.shape(of: itself, in: scope) == .open else { return nil }
        if let found = told(name, at: place) ?? told(number: name, at: place, scope) {
            return found
        }
        guard let scope, let value = scope.value(of: name, before: place) else { return nil }
        return find(in: value, scope, depth: depth + 2)
    }

    /// `number` is one to call in `sendSMSRequest(to number: String)`.
    private func told(
        number name: String,
        at place: SourcePlace,
        _ scope: CodeScope?
    ) -> SensitiveName? {
        guard name == "number", let function = scope?.function,
            function.parameters.contains(where: { $0.name == name }),
            !Self.calling.isDisjoint(with: NameWords.words(of: function.name))
        else { return nil }
        return told("phone number", at: place)
    }

    private func find(
        inMember name: String,
        of base: Syntax.Expression?,
        _ place: SourcePlace,
        _ scope: CodeScope?,
        _ depth: Int
    ) -> SensitiveName? {
        if Self.typed.contains(name), let base, let field = base.lastName {
            // What is typed into `passwordField` is not a field.
            if let found = told(Self.withoutView(field), at: place) { return found }
        }
        if Self.transparent.contains(name), let base {
            return find(in: base, scope, depth: depth + 1)
        }
        let itself = Syntax.Expression(.member(base, name), at: place)
        guard code.shape(of: itself, in: scope) == .open else { return nil }
        return told(name, at: place)
    }

    private func find(
        in call: Syntax.Call,
        _ place: SourcePlace,
        _ scope: CodeScope?,
        _ depth: Int
    ) -> SensitiveName? {
        guard let name = call.name else { return nil }
        let words = NameWords.words(of: name)
        if words.contains(where: Self.hiding.contains) { return nil }
        let isMaker = name.first?.isUppercase == true || Self.makers.contains(name)
        let values = call.arguments.map(\.value)
        if isMaker || Self.transparent.contains(name) {
            let inputs = (call.receiver.map { [$0] } ?? []) + values
            for value in inputs {
                if let found = find(in: value, scope, depth: depth + 1) { return found }
            }
            return nil
        }
        // A function is named for what it returns unless it begins with a verb that does something.
        guard let first = words.first, !Self.verbs.contains(first) else { return nil }
        let itself = Syntax.Expression(.call(call), at: place)
        guard code.shape(of: itself, in: scope) == .open else { return nil }
        return told(name, at: place)
    }

    private func find(
        in entries: [Syntax.DictionaryEntry],
        _ scope: CodeScope?,
        _ depth: Int
    ) -> SensitiveName? {
        for entry in entries {
            let shape = code.shape(of: entry.value, in: scope)
            if shape == .open, let found = find(inKey: entry.key, scope) { return found }
            if let found = find(in: entry.value, scope, depth: depth + 1) { return found }
        }
        return nil
    }

    private static func withoutView(_ name: String) -> String {
        var words = NameWords.words(of: name)
        while let last = words.last, views.contains(last) { words.removeLast() }
        return words.joined(separator: " ")
    }

    private static let calling: Set<String> = ["sms", "phone", "dial", "call"]
    private static let joining: Set<String> = ["+", "??", "+=", "&"]
    private static let views: Set<String> = [
        "field", "text", "view", "label", "input", "box", "textfield", "textview", "txt",
    ]
    private static let typed: Set<String> = ["text", "stringValue", "attributedText"]
    private static let transparent: Set<String> = [
        "text", "stringValue", "attributedText", "utf8", "data", "string", "description",
        "debugDescription", "absoluteString", "value", "wrappedValue", "rawValue", "self",
        "trimmingCharacters", "lowercased", "uppercased", "uuidString", "base64EncodedString",
        "base64EncodedData", "prefix", "suffix", "joined", "dataUsingEncoding:", "UTF8String",
        "copy", "mutableCopy", "UUIDString", "nsData", "bytes", "first", "last", "unwrapped",
        "stringByAppendingString:", "stringByAppendingFormat:", "appending", "map", "encoded",
    ]
    private static let makers: Set<String> = [
        "init", "archivedData", "archivedDataWithRootObject:", "encode", "stringWithFormat:",
        "stringWithString:", "dataWithJSONObject:options:error:", "jsonObject", "toData", "format",
        "archivedDataWithRootObject:requiringSecureCoding:error:", "initWithString:",
        "stringWithUTF8String:", "initWithData:encoding:", "initWithFormat:",
    ]
    private static let hiding: Set<String> = [
        "hash", "hashed", "sha", "digest", "encrypt", "encrypted", "mask", "masked", "redact",
        "redacted", "localized", "obfuscate", "count", "censor",
    ]
    private static let verbs: Set<String> = [
        "validate", "is", "has", "check", "show", "present", "set", "update", "delete", "remove",
        "clear", "reset", "can", "should", "did", "will", "on", "handle", "request", "ask", "log",
        "verify", "change", "add", "hide", "open", "close", "send", "save", "store", "perform",
        "register", "setup", "configure", "load", "start", "stop", "enable", "disable",
    ]
}

/// A sensitive value and the name that shows it to be one.
package struct SensitiveName: Sendable, Hashable {
    /// The name in the code, or the text of a key.
    package let name: String
    /// What it indicates.
    package let match: VocabularyMatch
    /// Where it stands.
    package let place: SourcePlace
}

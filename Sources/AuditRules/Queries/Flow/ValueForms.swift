import AuditFacts
import AuditPolicy

/// What makes a value of another without hiding it, and what hides it.
enum ValueForms {
    /// Operators whose result is made of their operands.
    static let joining: Set<String> = ["+", "??", "+=", "&"]

    /// Members and methods whose result is the value they belong to, or a piece or spelling of it.
    ///
    /// Those of apps' own extensions are known by their words: `removingSpaces`.
    static func isTransparent(_ name: String) -> Bool {
        transparent.contains(name)
            || !hides(name) && NameWords.words(of: name).contains(where: spelling.contains)
    }

    private static let spelling: Set<String> = [
        "whitespace", "whitespaces", "spaces", "spaced", "trimmed", "trimming", "stripped",
        "escaped",
        "escaping", "percent", "normalized", "sanitized", "unescaped", "lowercase", "uppercase",
    ]

    private static let transparent: Set<String> = [
        "text", "stringValue", "attributedText", "utf8", "data", "string", "description",
        "debugDescription", "absoluteString", "value", "wrappedValue", "rawValue", "self",
        "trimmingCharacters", "lowercased", "uppercased", "uuidString", "base64EncodedString",
        "base64EncodedData", "prefix", "suffix", "joined", "dataUsingEncoding:", "UTF8String",
        "copy", "mutableCopy", "UUIDString", "nsData", "bytes", "first", "last", "unwrapped",
        "stringByAppendingString:", "stringByAppendingFormat:", "appending", "map", "encoded",
        "hexString", "hex", "hexEncodedString", "toHexString", "toHex", "hexadecimal",
        "round", "rounded", "formatted", "replacingOccurrences", "filter", "sorted",
    ]

    /// Methods whose result is made of their arguments.
    static let makers: Set<String> = [
        "init", "archivedData", "archivedDataWithRootObject:", "encode", "stringWithFormat:",
        "stringWithString:", "dataWithJSONObject:options:error:", "jsonObject", "toData", "format",
        "archivedDataWithRootObject:requiringSecureCoding:error:", "initWithString:",
        "stringWithUTF8String:", "initWithData:encoding:", "initWithFormat:",
        "initWithFormat:arguments:",
    ]

    /// Words in the name of a function after which nothing of the value can be read.
    static let hiding: Set<String> = [
        "hash", "hashed", "sha", "digest", "encrypt", "encrypted", "mask", "masked", "redact",
        "redacted", "localized", "obfuscate", "count", "censor",
    ]

    /// Whether the name of a value says that nothing can be read in it: `encryptedPassword`.
    static func isHidden(_ name: String) -> Bool {
        NameWords.words(of: name).first.map(hidden.contains) ?? false
    }

    private static let hidden: Set<String> = [
        "encrypted", "enciphered", "hashed", "masked", "redacted", "obfuscated", "sealed",
    ]

    /// Whether the function called `name` makes its result of what it is given: an initializer, or a
    /// known method.
    static func makes(_ name: String) -> Bool {
        name.first?.isUppercase == true || makers.contains(name)
    }

    /// Whether what `call` makes has all members of what it is given.
    static func shows(_ call: Syntax.Call) -> Bool {
        encodes(call)
            || call.name == "String" && (call["describing"] != nil || call["reflecting"] != nil)
    }

    /// Whether `call` encodes what it is given.
    static func encodes(_ call: Syntax.Call) -> Bool {
        guard let name = call.name else { return false }
        return encoders.contains(name)
            || name == "data"
                && (call["fromPropertyList"] != nil || call["withJSONObject"] != nil)
    }

    private static let encoders: Set<String> = [
        "encode", "archivedData", "archivedDataWithRootObject:",
        "archivedDataWithRootObject:requiringSecureCoding:error:",
        "dataWithPropertyList:format:options:error:", "dataWithJSONObject:options:error:",
    ]

    /// Whether something in `value` is encrypted, hashed, masked or counted, so that its key does not tell what
    /// can be read.
    static func conceals(_ value: Syntax.Expression) -> Bool {
        value.parts.contains { part in
            guard case .call(let call) = part.node, let name = call.name else { return false }
            return hides(name) || NameWords.words(of: name).contains("seal")
                || call["count"] != nil && call.arguments.count == 1
        }
    }

    /// Whether `value` only refers to something: `draft.id.uuidString`, `messageIndex`.
    static func refers(_ value: Syntax.Expression) -> Bool {
        let names = value.withoutWrapping.chain
        let last = names.last { !isTransparent($0) } ?? names.first
        return last.flatMap { NameWords.words(of: $0).last }.map(referring.contains) ?? false
    }

    private static let referring: Set<String> = [
        "id", "ids", "identifier", "identifiers", "uuid", "index", "reference", "ref",
    ]

    /// Whether `call` leaves a few characters by which somebody knows the value again: `token.suffix(4)`.
    static func abbreviates(_ call: Syntax.Call) -> Bool {
        guard ["prefix", "suffix"].contains(call.name), call.arguments.count == 1,
            case .number(let length) = call.arguments[0].value.node
        else { return false }
        return Int(length).map { $0 <= shortest } ?? false
    }

    /// No secret that is worth the name is shorter.
    private static let shortest = 8

    /// Whether the function called `name` hides what it is given.
    static func hides(_ name: String) -> Bool {
        NameWords.words(of: name).contains(where: hiding.contains)
    }

    /// The name of the value that `expression` is, in whatever form: `key` of `key.utf8`.
    static func name(of expression: Syntax.Expression) -> String? {
        let value = bare(expression)
        switch value.node {
        case .member(let base?, let name) where isTransparent(name):
            return self.name(of: base)
        case .call(let call) where isTransparent(call.name ?? ""):
            return call.receiver.flatMap(name)
        default: return value.ownName
        }
    }

    /// `expression` without what unwraps or casts it.
    static func bare(_ expression: Syntax.Expression) -> Syntax.Expression {
        switch expression.node {
        case .unwrapped(let value), .cast(let value, _): bare(value)
        default: expression
        }
    }

    /// The expressions that the value of `expression` is made of, one level down; empty for a leaf.
    static func ingredients(of expression: Syntax.Expression) -> [Syntax.Expression] {
        switch expression.node {
        case .text(let parts):
            parts.compactMap { part in
                guard case .interpolated(let arguments) = part else { return nil }
                return arguments.first?.value
            }
        case .operation("?:", let operands): Array(operands.dropFirst())
        case .operation(let symbol, let operands):
            joining.contains(symbol) ? Array(operands.prefix(elementLimit)) : []
        case .list(let values): Array(values.prefix(elementLimit))
        case .dictionary(let entries): entries.prefix(elementLimit).map(\.value)
        case .element(let base, _): [base]
        case .unwrapped(let value), .cast(let value, _): [value]
        case .member(let base?, let name): isTransparent(name) ? [base] : []
        case .call(let call): ingredients(of: call)
        default: []
        }
    }

    /// How many elements of a list are looked at; a longer one is a table.
    private static let elementLimit = 256

    private static func ingredients(of call: Syntax.Call) -> [Syntax.Expression] {
        guard let name = call.name, !hides(name), !abbreviates(call),
            makes(name) || isTransparent(name)
        else {
            return []
        }
        return (call.receiver.map { [$0] } ?? []) + call.arguments.map(\.value)
    }
}

extension CodeScope {
    /// Calls that print into the local value `name`: `print(text, to: &name)`, `text.write(to: &name)`.
    func calls(printingInto name: String) -> [CallSite] {
        calls(filling: name).filter { site in
            guard case .operation("&", _)? = site.call["to"]?.node else { return false }
            return ["print", "debugPrint", "dump", "write"].contains(site.call.name)
        }
    }

    /// Whether nothing of a value can be read in what the local name `name` last got before `place`: a
    /// hash, or what was encrypted in place.
    func hides(_ name: String, before place: SourcePlace) -> Bool {
        let filling = calls(filling: name).contains { site in
            site.place < place && ValueForms.hides(site.call.name ?? "")
        }
        guard !filling else { return true }
        let values = values(of: name, before: place)
        return !values.isEmpty
            && values.allSatisfy { value in
                guard case .call(let call) = ValueForms.bare(value).node else { return false }
                return ValueForms.hides(call.name ?? "")
            }
    }

    /// The values that the function may return; those of closures in it are not among them.
    var results: [Syntax.Expression] {
        var found: [Syntax.Expression] = []
        Self.collectResults(of: function.body, into: &found)
        if found.isEmpty, function.body.count == 1,
            case .expression(let only) = function.body[0].kind
        {
            found.append(only)
        }
        return found
    }

    private static func collectResults(
        of body: [Syntax.Statement],
        into found: inout [Syntax.Expression]
    ) {
        for statement in body {
            switch statement.kind {
            case .leave("return", .some(let value)): found.append(value)
            default:
                for block in statement.blocks { collectResults(of: block, into: &found) }
            }
        }
    }

    /// What calls of the closure called `name` in the function hand it as the parameter `index`.
    func values(handedTo name: String, at index: Int) -> [Syntax.Expression] {
        calls.compactMap { site in
            let callee =
                if case .unwrapped(let inner) = site.call.callee.node { inner } else {
                    site.call.callee
                }
            guard callee.node == .name(name), site.call.arguments.indices.contains(index) else {
                return nil
            }
            return site.call.arguments[index].value
        }
    }

    /// How many expressions are looked at for one answer.
    private static let ingredientLimit = 128

    /// The parameters of the function, by their indices, that the value of `expression` is made of.
    func parameters(in expression: Syntax.Expression) -> Set<Int> {
        var found: Set<Int> = []
        var pending = [expression]
        var seen: Set<String> = []
        var steps = Self.ingredientLimit
        while let next = pending.popLast(), steps > 0 {
            steps -= 1
            if isObserved(next) { found.insert(0) }
            guard case .name(let name) = next.node else {
                pending += ValueForms.ingredients(of: next)
                continue
            }
            if !(variables.variable(name, at: next.place)?.isDeclared ?? false),
                let index = function.parameters.firstIndex(where: { $0.name == name })
            {
                found.insert(index)
            }
            guard seen.insert(name).inserted else { continue }
            pending += values(of: name, before: next.place)
        }
        return found
    }

    /// Whether it is the property that this function observes, which then has its new value.
    private func isObserved(_ expression: Syntax.Expression) -> Bool {
        guard observes(function.name), expression.ownName == function.name else { return false }
        return expression.chain.count == 1 || expression.chain == ["self", function.name]
    }

    /// Whether the function runs when the property `name` was given a value.
    func observes(_ name: String) -> Bool {
        function.modifiers.contains("didSet") && function.name == name
    }
}

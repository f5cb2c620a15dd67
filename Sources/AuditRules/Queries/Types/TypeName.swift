/// A type as it is written, without what does not change whose members it has.
///
/// `Account?`, `inout Account`, `any Account`, `Account *` and `Optional<Account>` are all `Account`;
/// of `[Account]` and `NSArray<Account *> *` the element is known.
package struct TypeName: Sendable, Hashable {
    /// Its name, dotted as it is written; `Array` and `Dictionary` for their short forms.
    package let name: String
    /// What it is made of: `Account` of `[Account]`, `String` and `Account` of `[String: Account]`.
    package let arguments: [TypeName]

    /// The type called `name`.
    package init(_ name: String, _ arguments: [TypeName] = []) {
        self.name = name
        self.arguments = arguments
    }

    /// The type in `text`; `nil` for a function, a tuple and what is no type.
    package init?(writtenAs text: String) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        // Most types are one word, of which nothing is left out.
        if Self.isWord(text) {
            self.init(text)
        } else {
            self.init(Substring(text), depth: 0)
        }
    }

    private static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, isCapital(first) else { return false }
        return text.utf8.allSatisfy { isCapital($0) || isCapital($0 & ~0x20) }
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// How long in bytes, and how deep types are read; what is deeper was written by a machine.
    private static let lengthLimit = 1_024
    private static let depthLimit = 8

    private init?(_ text: Substring, depth: Int) {
        let text = Self.bare(text)
        guard depth < Self.depthLimit, let first = text.first else { return nil }
        if first == "[", text.last == "]" {
            let parts = Self.split(text.dropFirst().dropLast(), at: ":")
            let inner = parts.compactMap { TypeName($0, depth: depth + 1) }
            guard inner.count == parts.count, (1...2).contains(inner.count) else { return nil }
            self.init(inner.count == 1 ? "Array" : "Dictionary", inner)
            return
        }
        if first == "(", text.last == ")" {
            let parts = Self.split(text.dropFirst().dropLast(), at: ",")
            guard parts.count == 1, let only = TypeName(parts[0], depth: depth + 1) else {
                return nil
            }
            self = only
            return
        }
        guard first.isLetter || first == "_" else { return nil }
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        let rest = text.dropFirst(name.count).drop { $0 == " " }
        let arguments = Self.arguments(rest, depth: depth)
        if rest.contains("->") && arguments == nil { return nil }
        // An Objective-C object that is only known by its protocol.
        if ["Optional", "id", "__kindof"].contains(name), let only = arguments?.first {
            self = only
            return
        }
        self.init(String(name), arguments ?? [])
    }

    /// The last part of its name: `Account` of `Model.Account`.
    package var lastName: String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
        return String(name[name.utf8.index(after: dot)...])
    }

    /// What one of its elements is, of a collection; of a dictionary one of its values, of a result
    /// the value it is a success with, of what publishes values one of those.
    package var element: TypeName? {
        if Self.givers.contains(lastName) { return arguments.first }
        return Self.collections.contains(name) ? arguments.last : nil
    }

    /// The types of what a function of the type in `text` is handed: `Account` of
    /// `@escaping (Account, Error?) -> Void`; empty for what is no function.
    package static func parameters(ofFunction text: String) -> [TypeName?] {
        var text = bare(Substring(text))
        // An optional function stands in brackets of its own.
        if let end = closing(text), text[text.index(after: end)...].isEmpty {
            text = text.dropFirst().dropLast()
        }
        guard let end = closing(text), text[end...].contains("->") else { return [] }
        let parts = split(text[text.index(after: text.startIndex)..<end], at: ",")
        return parts == [""]
            ? []
            : parts.map { part in
                // `_ account: Account`.
                let named = split(part, at: ":")
                return TypeName(named.count == 2 ? named[1] : part, depth: 0)
            }
    }

    /// The bracket that closes the one `text` begins with; `nil` for a text that begins otherwise.
    private static func closing(_ text: Substring) -> Substring.Index? {
        guard text.first == "(" else { return nil }
        var depth = 0
        return text.indices.first { index in
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            return depth == 0
        }
    }

    private static func arguments(_ rest: Substring, depth: Int) -> [TypeName]? {
        guard rest.first == "<", let end = rest.lastIndex(of: ">") else { return nil }
        return split(rest[rest.index(after: rest.startIndex)..<end], at: ",").compactMap {
            TypeName($0, depth: depth + 1)
        }
    }

    /// `text` without attributes, modifiers, marks of optionals and pointers, and `...`.
    private static func bare(_ text: Substring) -> Substring {
        var text = trimmed(text)
        while true {
            if text.first == "@" {
                text = trimmed(text.drop { $0 != " " })
                continue
            }
            let word = text.prefix { $0.isLetter || $0 == "_" }
            guard modifiers.contains(String(word)), word.count < text.count else { break }
            text = trimmed(text.dropFirst(word.count))
        }
        while let last = text.last {
            if "?!* .".contains(last) {
                text = text.dropLast()
            } else if let mark = marks.first(where: text.hasSuffix) {
                text = text.dropLast(mark.count)
            } else {
                break
            }
        }
        return text
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\n" || $0 == "\t" }
        return start
    }

    /// The parts of `text` between each `sign` that stands in no brackets.
    private static func split(_ text: Substring, at sign: Character) -> [Substring] {
        var parts: [Substring] = []
        var depth = 0
        var start = text.startIndex
        for index in text.indices {
            switch text[index] {
            case "(", "[", "<": depth += 1
            // Not the sign of a function's result.
            case ">" where index > text.startIndex && text[text.index(before: index)] == "-":
                continue
            case ")", "]", ">": depth -= 1
            case sign where depth == 0:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: continue
            }
        }
        return parts + [text[start...]]
    }

    private static let collections: Set<String> = [
        "Array", "Set", "Dictionary", "ArraySlice", "ContiguousArray", "NSArray", "NSSet",
        "NSMutableArray", "NSMutableSet", "NSDictionary", "NSMutableDictionary", "NSOrderedSet",
        "Results", "List", "RLMResults", "RLMArray", "Published", "Binding", "State",
    ]
    /// Sources: the documentation of Swift, Combine, RxSwift and PromiseKit.
    private static let givers: Set<String> = [
        "Result", "AnyPublisher", "CurrentValueSubject", "PassthroughSubject", "Future", "Just",
        "Observable", "Single", "Maybe", "Driver", "BehaviorRelay", "BehaviorSubject",
        "PublishSubject", "PublishRelay", "Promise", "Guarantee", "AsyncStream",
        "AsyncThrowingStream",
    ]
    private static let modifiers: Set<String> = [
        "inout", "any", "some", "borrowing", "consuming", "sending", "isolated", "__owned", "const",
        "nullable", "nonnull", "null_unspecified", "__kindof", "static", "extern", "__strong",
        "__weak", "__block", "struct", "_Nullable", "_Nonnull", "__nullable", "__nonnull",
    ]
    private static let marks = [
        "_Nullable", "_Nonnull", "__nullable", "__nonnull", "const", "__strong", "__autoreleasing",
    ]
}

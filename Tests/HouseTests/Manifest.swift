/// The targets and libraries of `Package.swift`, read from its text.
struct Manifest {
    /// A target of the package.
    struct Target: Equatable {
        /// The kind of target, such as `executableTarget`.
        let kind: String
        /// The target's name.
        let name: String
        /// The names of the targets and products it depends on.
        let dependencies: [String]
        /// The line at which it begins, from 1.
        let line: Int
    }

    /// The targets in their order.
    let targets: [Target]
    /// The names of its libraries.
    let libraries: [String]
    /// The targets that its libraries are made of.
    let published: Set<String>

    /// Reads the text of a manifest.
    init(_ text: String) {
        let tokens = Self.tokens(of: text)
        // A plugin is no module and lives on no floor.
        let kinds: Set<String> = [
            "target", "executableTarget", "testTarget", "systemLibrary", "macro", "library",
        ]
        var targets: [Target] = []
        var libraries: [String] = []
        var published: Set<String> = []
        var index = 0
        while index + 2 < tokens.count {
            let call = tokens[index...]
            if tokens[index].text == ".", kinds.contains(tokens[index + 1].text),
                tokens[index + 2].text == "("
            {
                let end = Self.end(of: call.dropFirst(2))
                let inside = Array(tokens[(index + 1)..<end])
                if tokens[index + 1].text == "library" {
                    // The first literal is the library's own name.
                    libraries += inside.filter(\.isLiteral).map(\.text).prefix(1)
                    published.formUnion(inside.filter(\.isLiteral).map(\.text).dropFirst())
                } else {
                    targets.append(Self.target(inside))
                }
                index = end
            } else {
                index += 1
            }
        }
        self.targets = targets
        self.libraries = libraries
        self.published = published
    }

    private struct Token {
        var text: String
        var line: Int
        /// Whether it is a string literal, whose text is its content.
        var isLiteral = false
    }

    /// Identifiers, signs and the contents of string literals.
    private static func tokens(of text: String) -> [Token] {
        let divided = SwiftText(text)
        var tokens: [Token] = []
        var line = 1
        var literal: [UInt8]?
        for (position, byte) in text.utf8.enumerated() {
            // What is neither code nor comment belongs to a literal.
            let isCode = divided.code[position] > UInt8(ascii: " ")
            let isLiteral =
                byte > UInt8(ascii: " ") && !isCode
                && divided.comments[position] <= UInt8(ascii: " ")
            if byte == UInt8(ascii: "\n") { line += 1 }
            if isLiteral, byte == UInt8(ascii: "\"") {
                if let content = literal {
                    let string = String(decoding: content, as: UTF8.self)
                    tokens.append(Token(text: string, line: line, isLiteral: true))
                }
                literal = literal == nil ? [] : nil
            } else if literal != nil {
                literal?.append(byte)
            } else if isCode {
                tokens.append(Token(text: String(UnicodeScalar(byte)), line: line))
            }
        }
        return joined(tokens)
    }

    /// Joins letters that follow one another; blanks between words do not matter here.
    private static func joined(_ tokens: [Token]) -> [Token] {
        tokens.reduce(into: []) { result, token in
            if let last = result.last, !last.isLiteral, !token.isLiteral,
                last.text.last?.isLetter == true, token.text.first?.isLetter == true
            {
                result[result.count - 1].text += token.text
            } else {
                result.append(token)
            }
        }
    }

    /// The index after the bracket that closes the one at the start.
    private static func end(of tokens: ArraySlice<Token>) -> Int {
        var depth = 0
        for index in tokens.indices where !tokens[index].isLiteral {
            if ["(", "["].contains(tokens[index].text) { depth += 1 }
            if [")", "]"].contains(tokens[index].text) { depth -= 1 }
            if depth == 0 { return index + 1 }
        }
        return tokens.endIndex
    }

    private static func target(_ tokens: [Token]) -> Target {
        let literals = tokens.filter(\.isLiteral).map(\.text)
        let label = tokens.firstIndex { $0.text == "dependencies" && !$0.isLiteral }
        var dependencies: [String] = []
        if let label, let open = tokens[label...].firstIndex(where: { $0.text == "[" }) {
            var index = open + 1
            let end = end(of: tokens[open...])
            while index < end {
                if tokens[index].isLiteral { dependencies.append(tokens[index].text) }
                // Of `.product(name: "A", package: "b")` the first literal counts.
                if tokens[index].text == "(" {
                    let close = self.end(of: tokens[index...])
                    dependencies += tokens[index..<close].filter(\.isLiteral).prefix(1)
                        .map(\.text)
                    index = close
                } else {
                    index += 1
                }
            }
        }
        return Target(
            kind: tokens.first?.text ?? "",
            name: literals.first ?? "",
            dependencies: dependencies,
            line: tokens.first?.line ?? 1
        )
    }
}

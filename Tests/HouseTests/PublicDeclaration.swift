/// A declaration with the word `public` or `open`, and its name.
struct PublicDeclaration {
    private static let types: Set<Substring> = [
        "struct", "class", "enum", "protocol", "actor", "typealias",
    ]
    private static let members: Set<Substring> = ["func", "var", "let"]
    private static let modifiers: Set<Substring> = [
        "static", "final", "mutating", "convenience", "indirect", "nonisolated", "consuming",
        "borrowing", "internal", "package", "private", "set", "weak",
    ]
    /// What a protocol of the standard library or of Testing asks for: nobody calls it by its name.
    private static let asked: Set<Substring> = [
        "hash", "encode", "advanced", "duration", "minimumResolution", "formIntersection",
        "formSymmetricDifference", "isRecursive", "scopeProvider", "provideScope",
    ]

    /// What it is called.
    let name: Substring
    /// Its line, from 1.
    let line: Int
    /// Whether it is a type, which can be used without its name.
    let isType: Bool

    /// Those of a file, except initializers, operators, overrides, and what a protocol asks for.
    static func all(in file: SourceFile) -> [PublicDeclaration] {
        let words = file.words
        return words.indices.compactMap { index in
            guard words[index].isAccessWord else { return nil }
            let rest = words[(index + 1)...].drop { modifiers.contains($0.text) }
            guard let kind = rest.first, let name = rest.dropFirst().first,
                types.contains(kind.text) || members.contains(kind.text),
                // Before an operator's first word stands the operator.
                name.before == kind.text.utf8.last || name.before == UInt8(ascii: "`"),
                !asked.contains(name.text)
            else { return nil }
            return PublicDeclaration(
                name: name.text,
                line: name.line,
                isType: types.contains(kind.text)
            )
        }
    }

    /// Those of the sources that nobody uses: a member that no example and no test names, and a type
    /// that they do not name and no other line of the sources gives them.
    ///
    /// Names alone are compared, so a name that is common hides that nobody uses it.
    static func unused(in sources: [SourceFile], outside users: [SourceFile]) -> [Finding] {
        let named = Set(users.flatMap { $0.words.map(\.text) })
        let mentions = sources.flatMap { $0.words.map(\.text) }
            .reduce(into: [:]) { counts, word in counts[word, default: 0] += 1 }
        return sources.flatMap { file in
            all(in: file).filter { declaration in
                guard !named.contains(declaration.name) else { return false }
                return !declaration.isType || mentions[declaration.name] == 1
            }.map { declaration in
                file.finding(
                    declaration.line,
                    "\(declaration.name) is public, and no example or test uses it: "
                        + "use it, or declare it package"
                )
            }
        }
    }
}

extension Word {
    /// Whether it makes the declaration after it public; `.public` and `open()` are other things.
    fileprivate var isAccessWord: Bool {
        (text == "public" || text == "open") && before != UInt8(ascii: ".")
            && after.map { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") } == true
    }
}

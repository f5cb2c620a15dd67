extension HouseRule {
    /// How files and modules are named.
    static let files = [
        HouseRule(
            sentence: "no file or folder is a dumping ground",
            bad: ["Utils", "PathHelpers", "CommonTypes", "KeyManager+Lock", "misc"].map {
                Example(path: "Sources/SystemIO/\($0).swift", text: "")
            } + [Example(path: "Sources/StoreCore/A.swift", text: "")],
            good: ["Score", "KeyManagement", "ProtectedFileManager", "Encore"].map {
                Example(path: "Sources/SystemIO/\($0).swift", text: "")
            },
            findings: { file in
                let grounds: Set<String> = [
                    "util", "utils", "utilities", "helper", "helpers", "common", "core",
                    "manager", "misc",
                ]
                // A subclass of Foundation's `FileManager` keeps its word, to be found by it.
                let words = file.path.replacing("FileManager", with: "").camelCaseWords
                return words.filter { grounds.contains($0.lowercased()) }.prefix(1).map {
                    file.finding(1, "\($0) says nothing about what is inside")
                }
            }
        ),
        HouseRule(
            sentence: "no module has the name of a type in it",
            bad: [
                Example(
                    path: "Sources/Documents/A.swift",
                    text: "package struct Other {}\npackage enum Documents {}"
                ),
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: "final class KeyAgent: Sendable {}"
                ),
            ],
            good: [
                Example(path: "Sources/KeyAgent/A.swift", text: "struct KeyAgentServer {}"),
                Example(path: "Sources/KeyAgent/A.swift", text: "struct SystemIO {}"),
            ],
            findings: { file in
                let kinds: Set<Substring> = [
                    "struct", "class", "enum", "actor", "protocol", "typealias",
                ]
                return zip(file.words, file.words.dropFirst()).filter { kind, name in
                    file.isSource && kinds.contains(kind.text) && name.text == file.target
                }.map { file.finding($1.line, "the type hides its module \($1.text)") }
            }
        ),
    ]
}

extension String {
    /// The words of a path in camel case: each begins with a capital letter or after a sign.
    fileprivate var camelCaseWords: [String] {
        var words: [String] = []
        for character in self {
            if character.isLowercase, let last = words.last?.last, last.isLetter {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
        }
        return words
    }
}

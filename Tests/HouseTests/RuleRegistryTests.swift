import Testing

@Suite("the rules of the audit")
struct RuleRegistryTests {
    private static let folder = "Sources/AuditRules/Rules/"

    private static var files: [SourceFile] {
        Repository.files.filter { $0.path.hasPrefix(folder) }
    }

    @Test("a rule is found by its id: family folder, file and type derive from it")
    func foundByID() throws {
        try #require(Self.files.count > 50)
        for file in Self.files {
            guard let id = Self.id(in: file.text), Self.types(in: file).count == 1 else {
                Issue.record("\(file.path):1: holds no rule, or several; queries are in Queries")
                continue
            }
            let family = Self.camelCase(id.prefix { $0 != "." })
            let name = Self.camelCase(id[...])
            #expect(file.path == "\(Self.folder)\(family)/\(name).swift", "the file of '\(id)'")
            #expect(Self.types(in: file) == [name], "the type of '\(id)'")
        }
    }

    @Test("every rule that is declared is in the catalogue, which is sorted")
    func registered() throws {
        let catalogue = try #require(
            Repository.files.first { $0.path.hasSuffix("AuditRules/Catalogue/RuleCatalogue.swift") }
        )
        let words = catalogue.words.map { String($0.text) }
        let listed = zip(words, words.dropFirst()).filter { $0.1 == "self" }.map(\.0)
        let declared = Self.files.flatMap(Self.types)
        for name in Set(declared).subtracting(listed).sorted() {
            Issue.record("\(name) is missing from the list in RuleCatalogue.swift")
        }
        for name in Set(listed).subtracting(declared).sorted() {
            Issue.record("\(name) in RuleCatalogue.swift has no file in \(Self.folder)")
        }
        #expect(listed == Set(listed).sorted(), "the list in RuleCatalogue.swift")
    }

    @Test("names derive from ids")
    func names() {
        #expect(Self.camelCase("clip.secret-not-local") == "ClipSecretNotLocal")
        #expect(Self.id(in: "RuleDescription(\n    \"a.b-c\",\n") == "a.b-c")
        #expect(Self.id(in: "let a = \"a.b\"") == nil)
    }

    private static func types(in file: SourceFile) -> [String] {
        let words = file.words.map { String($0.text) }
        return zip(words, zip(words.dropFirst(), words.dropFirst(2)))
            .filter { $0.0 == "enum" && $0.1.1 == "Rule" }.map(\.1.0)
    }

    private static func id(in text: String) -> String? {
        text.firstMatch(of: /RuleDescription\(\s*"([a-z0-9.-]+)"/).map { String($0.output.1) }
    }

    private static func camelCase(_ id: Substring) -> String {
        id.split { $0 == "." || $0 == "-" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined()
    }
}

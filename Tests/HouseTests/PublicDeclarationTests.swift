import Testing

@Suite("public declarations")
struct PublicDeclarationTests {
    @Test("what is public is used by an example or a test")
    func areUsed() throws {
        let sources = Repository.files.filter(\.isSource)
        let tests = Repository.files.filter { !$0.isSource }
        let outside = Repository.examples + [try Repository.declarations]
        try #require(sources.flatMap(PublicDeclaration.all).count > 500)
        let unused = PublicDeclaration.unused(in: sources, outside: tests + outside)
        for finding in unused { Issue.record("\(finding)") }
    }

    @Test(
        "what nobody uses is found in its line",
        arguments: [
            "\npublic func lonely() {}", "\npublic static let lonely = 1",
            "struct A {\n    public internal(set) var lonely = 1 }", "\nopen var lonely: Int { 1 }",
            "\npublic struct lonely {}", "\npublic mutating\n    func lonely() {}",
            "// lonely\npublic func lonely() { \"lonely\" }", "\npublic var `lonely`: Int { 1 }",
        ]
    )
    func findsUnused(text: String) {
        let file = SourceFile(path: "Sources/SystemIO/A.swift", text: text)
        let test = SourceFile(path: "Tests/A.swift", text: "alone() // lonely\nlet a = \"lonely\"")
        let findings = PublicDeclaration.unused(in: [file], outside: [test])
        #expect(
            findings.map(\.line).last == text.split(separator: "\n").count
                + (text.hasPrefix("\n") ? 1 : 0)
        )
        #expect(findings.count == 1)
    }

    @Test(
        "what is used, or is nobody's to call by name, is no finding",
        arguments: [
            "public func used() {}", "public struct Used {}", "public init(lonely: Int) {}",
            "public static func == (lonely: A, other: A) -> Bool { true }",
            "public override func lonely() {}", "package func lonely() {}",
            "public func hash(into hasher: inout Hasher) {}", "public import lonely",
            "public extension A {}", "switch a { case .public: let lonely = 1 }",
            "open()\nlet lonely = 1",
            "struct Maker { func make() -> Lonely }\npublic struct Lonely {}",
        ]
    )
    func leavesUsed(text: String) {
        let file = SourceFile(path: "Sources/SystemIO/A.swift", text: text)
        let test = SourceFile(path: "Examples/A.swift", text: "let a: Used = used()")
        #expect(PublicDeclaration.unused(in: [file], outside: [test]).isEmpty)
    }
}

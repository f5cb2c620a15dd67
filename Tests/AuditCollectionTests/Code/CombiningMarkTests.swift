import AuditCollection
import AuditFacts
import Testing

@Suite("Sources with combining marks in a row")
struct CombiningMarkTests {
    private static let complaint = "more than 30 combining marks in a row"

    private static func marks(_ count: Int, _ mark: String = "\u{301}") -> String {
        String(repeating: mark, count: count)
    }

    @Test("30 in a name, comment or text are read, from the 31st on they are noted and spaces")
    func sources() {
        for (text, expected) in [
            ("let a# = 1", ""), ("/* a# */ let b = 1", "b"), ("let b = \"a#\"", "b"),
        ] {
            let text = "import A\n" + text
            let sound = Sources.swift(text.replacing("#", with: Self.marks(30)))
            #expect(sound.flaws.isEmpty && sound.variables.count == 1)
            let file = Sources.swift(text.replacing("#", with: Self.marks(32)))
            #expect(file.flaws.map(\.message).contains(Self.complaint))
            #expect(file.flaws.allSatisfy { $0.place.line == 2 })
            #expect(expected.isEmpty || file.variables.map(\.name) == [expected])
        }
        for text in ["int a# = 1;", "/* a# */ int b = 1;", "NSString *b = @\"a#\";"] {
            #expect(Sources.objectiveC(text.replacing("#", with: Self.marks(30))).flaws.isEmpty)
            let flaws = Sources.objectiveC(text.replacing("#", with: Self.marks(31))).flaws
            #expect(flaws.first?.message == Self.complaint)
        }
        let texts = Sources.swift("let b = \"a\(Self.marks(32))c\"").variables.map(\.value?.literal)
        #expect(texts == ["a\(Self.marks(30))    c"])
    }

    @Test(
        "so are those that escapes make; the text is then not known",
        arguments: [
            ("\\u{301}", true), ("\\u0301", false), ("\\U00000301", false), ("\\xCC\\x81", false),
            ("\\314\\201", false), ("\\u0301\" @\"", false), ("\\u{301}\\u{31}\\u{301}", true),
        ]
    )
    func escapes(_ escape: String, isSwift: Bool) {
        func flaws(_ count: Int) -> [String] {
            let text = "\"a" + Self.marks(count, escape) + "\""
            let file =
                isSwift
                ? Sources.swift("let b = \(text)") : Sources.objectiveC("NSString *b = @\(text);")
            let isKnown = file.variables.first?.value?.literal != nil
            #expect(isKnown == file.flaws.isEmpty)
            return file.flaws.map(\.message)
        }
        #expect(flaws(30) == [])
        #expect(flaws(31) == (escape.contains("31}\\u") ? [] : [Self.complaint]))
    }

    @Test("settings files and property lists that have them are not read")
    func documents() {
        let marks = Self.marks(31)
        let facts = collect([
            "a.xcconfig": "A = b\nB = c\(marks)", "b.entitlements": "{ a = \"b\(marks)\"; }",
            "c.plist": "<plist><string>\(marks)</string></plist>",
            "d.xcodeproj/project.pbxproj": "{ a\(marks) = b; }",
            "e.storyboard": "<a b=\"\(marks)\"/>", "f/project.yml": "name: a\(marks)",
            "g.apns": "{\"aps\": \"\(marks)\"}",
        ])
        #expect(facts.unread.count == 7)
        #expect(facts.unread.allSatisfy { $0.reason == .malformed && $0.message == Self.complaint })
        #expect(facts.unread.first?.place?.line == 2)
    }

    @Test("variables that would make them stay as they are written")
    func variables() {
        let lines = (1...12).map { "A\($0) = x$(A\($0 - 1))$(A\($0 - 1))" }
        let project = """
            name: A
            configFiles: {Release: a.xcconfig}
            targets:
              App:
                type: application
                platform: iOS
                settings:
                  PRODUCT_BUNDLE_IDENTIFIER: $(B)$(B)
            """
        let facts = collect([
            "project.yml": project,
            "a.xcconfig": (["A0 = \(Self.marks(30))", "B = \(Self.marks(20))"] + lines)
                .joined(separator: "\n"),
        ])
        #expect(!facts.targets.isEmpty)
    }
}

import AuditCollection
import AuditFacts
import AuditRules
import Documents
import Testing

/// Sources that cost a careless audit minutes or gigabytes; each takes a moment here.
@Suite("hostile sources cost rules little")
struct HostileAuditTests {
    private static func repeated(_ count: Int, _ line: (Int) -> String) -> String {
        (0..<count).map(line).joined(separator: "\n")
    }

    @Test("constants that double one another have no text")
    func laughs() throws {
        let many = String(repeating: "\\(x)", count: 400)
        let names = Array("abcdefgh")
        let constants = zip(names, names.dropFirst()).map { one, next in
            "let \(next) = \"\(many.replacing("x", with: String(one)))\""
        }
        let source =
            "let a = \"ha\"\n" + constants.joined(separator: "\n")
            + "\nfunc f() { UserDefaults.standard.set(\"1\", forKey: h) }"
        #expect(try AuditedTexts(["a.swift": source]).report().count(.error) == 0)
    }

    @Test("pieces that together have many combining marks in a row have no text")
    func marks() throws {
        let mark = "let m = \"\(String(repeating: "\u{301}", count: 30))\"\n"
        let sum = Array(repeating: "m", count: 200).joined(separator: " + ")
        let source =
            mark + "func f() {\n"
            + Self.repeated(300) { "UserDefaults.standard.set(\"1\", forKey: \"\($0)\" + \(sum))" }
            + "\n}"
        #expect(try AuditedTexts(["a.swift": source]).report().count(.error) == 0)
    }

    @Test("lists of lists of classes are looked at for a while")
    func classes() throws {
        let names = Array("abcdefgh")
        let lists = zip(names, names.dropFirst()).map { one, next in
            "let \(next): Data.WritingOptions = ["
                + String(repeating: "\(one), ", count: 100) + "]"
        }
        let source =
            "let a: Data.WritingOptions = [.atomic]\n" + lists.joined(separator: "\n")
            + "\nfunc f(_ d: Data, _ u: URL) throws { try d.write(to: u, options: h) }"
        _ = try AuditedTexts(["a.swift": source]).report()
    }

    @Test("a name that is declared a thousand times tells nothing")
    func declarations() throws {
        let files = (0..<1_000).map { ("\($0).swift", "struct T\($0) { let a = X.a }") }
        var tree = Dictionary(uniqueKeysWithValues: files)
        tree["use.swift"] = "func f() {\n" + Self.repeated(200) { _ in "print(T1.a)" } + "\n}"
        _ = try AuditedTexts(tree).report()
    }

    // As large as a function may be, so that it is followed.
    @Test("hundreds of guards and cases in one function")
    func guards() throws {
        let guards = Self.repeated(250) { "guard a != \($0) else { return }" }
        let cases = Self.repeated(500) { "case \($0): print(\($0))" }
        let source = "func f(_ a: Int) {\n\(guards)\nswitch a {\n\(cases)\ndefault: print(a)\n}\n}"
        let report = try AuditedTexts(["a.swift": source]).report()
        #expect(report.unread.isEmpty)
    }

    @Test("hundreds of writes in one function, each with a class of its own")
    func writes() throws {
        let lines = Self.repeated(150) { number in
            """
            p["k\(number)"] = \(number)
            try d.write(to: URL(fileURLWithPath: p + "a\(number)"))
            try m.setAttributes([.protectionKey: c], ofItemAtPath: p + "b\(number)")
            """
        }
        let source = "func f(_ d: Data, _ m: FileManager) throws {\nvar p = \"\"\n\(lines)\n}"
        let report = try AuditedTexts(["a.swift": source]).report()
        #expect(report.unread.isEmpty)
    }

    @Test("a vocabulary of thousands of terms")
    func vocabulary() throws {
        let letters = Array("abcdefghijklmnopqrst")
        let words = letters.flatMap { a in
            letters.flatMap { b in letters.map { c in "zz\(a)\(b)\(c)" } }
        }
        let policy = "vocabulary: {credential: [\(words.joined(separator: ", "))]}"
        let source = "func f() { UserDefaults.standard.set(zzttt, forKey: \"k\") }"
        let report = try AuditedTexts(["a.swift": source], policy: policy)
            .report(["store.userdefaults-secret"])
        #expect(report.findings.count == 1)
    }

    private static func project(_ count: Int) -> String {
        let targets = (0..<count).map { "T\($0) = {isa = PBXNativeTarget; name = T\($0);};" }
        let folders = (0..<count).map {
            "G\($0) = {isa = PBXFileSystemSynchronizedRootGroup; path = g;};"
        }
        let list = (0..<count).map { "T\($0)" }.joined(separator: ",")
        let twice = String(repeating: "T0,", count: count)
        return """
            {objects = {P = {isa = PBXProject; targets = (\(twice)\(list),);};
            \(targets.joined()) \(folders.joined())}; rootObject = P;}
            """
    }

    @Test("a project of thousands of targets and folders, one of them named again and again")
    func project() throws {
        let report = try AuditedTexts(["A.xcodeproj/project.pbxproj": Self.project(1_500)]).report()
        #expect(report.fileCount == 1)
    }

    @Test("groups of settings that name one another")
    func settingGroups() throws {
        let groups = (0..<8).map { number in
            "  G\(number): {groups: [\(String(repeating: "G\(number + 1), ", count: 20))]}"
        }
        let text = "name: A\nsettingGroups:\n\(groups.joined(separator: "\n"))\ntargets:\n"
        let targets = Self.repeated(500) { "  T\($0): {type: application, platform: iOS}" }
        _ = try AuditedTexts(["project.yml": text + targets]).report()
    }

    @Test("a binary property list that says the same thing half a million times")
    func sharedValues() throws {
        // Arrays of two, each of which is the next one twice; the last holds `true`.
        let levels = 18
        var objects: [[UInt8]] = (0..<levels).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] }
        objects.append([0x09])
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
        bytes += [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, table]
        #expect(throws: DocumentFault.self) { try PropertyListDocument.readAny(bytes) }
    }

    @Test("one line with thousands of comments, and one with thousands of findings")
    func longLines() throws {
        let marks = String(repeating: "protectctl:allow ", count: 50_000)
        let calls = String(
            repeating: "try d.write(to: u, options: .noFileProtection); ",
            count: 1_000
        )
        let accents = String(repeating: "\u{301}", count: 100_000)
        let source = "/* \(marks) */\nfunc f() throws { \(calls) }\n/*a\(accents)*/"
        let report = try AuditedTexts(["a.swift": source]).report(["store.class-none"])
        #expect(report.findings.count == 1_000)
        #expect(report.findings.last?.excerpt.first?.unicodeScalars.count == 400)
    }

    @Test(
        "words that follow themselves a thousand times",
        arguments: ["macro", "try", "@protocol A\n", "@interface A\n", "x = ^((^b ", "(A)^("]
    )
    func words(_ word: String) throws {
        let text = String(repeating: word + " ", count: 2_000)
        _ = try AuditedTexts(["a.swift": text, "a.m": "void f(void) { \(text)", "b.m": text])
            .report()
    }

    /// Functions that each have as many statements as are followed.
    private static func functions(
        _ head: String,
        _ count: Int,
        _ line: (Int) -> String
    ) -> String {
        repeated(count) { number in
            "func g\(number)(\(head)) {\n" + repeated(900) { line(number * 900 + $0) } + "\n}"
        }
    }

    private static let crowds: [(String, String)] = {
        let list = (0..<2_000).map { "a\($0)" }.joined(separator: ", ")
        let types = (0..<100).map { "A\($0)" }.joined(separator: ", ")
        let constants = repeated(1_000) { "struct S\($0) { static let kay = \"v\" }" }
        let setters = repeated(500) {
            """
            class C\($0) { var x: String { set { print(newValue) } get { "" } } }
            func s\($0)(o: C\($0), a: String) { o.x = a }
            """
        }
        let key = "let kay = \"\(String(repeating: "ab ", count: 10_000))\"\n"
        let writes = functions("a: Q", 1) { "UserDefaults.standard.set(a, forKey: S\($0).kay)" }
        let emits = repeated(64) { _ in "func emit(_ x: String) { print(x) }" }
        return [
            (
                "a local value given again and again",
                functions("a: Q", 1) { _ in "x = a; print(x)" }
            ),
            ("closures handed the same", functions("a: Q", 1) { _ in "a.forEach { print($0) }" }),
            ("constants of one name", constants + writes),
            ("functions of one name", emits + functions("a: String", 1) { _ in "emit(a)" }),
            ("setters of one name", setters),
            ("a long list", "let x = [\(list)]\n" + functions("a: Q", 1) { _ in "print(x)" }),
            ("a long type", functions("a: Foo<\(types)>", 1) { _ in "print(a)" }),
            (
                "a long key",
                key + functions("a: Q", 1) { _ in "UserDefaults.standard.set(a, forKey: kay)" }
            ),
            (
                "items of addresses",
                functions("a: Q", 1) { "x.append(URLQueryItem(name: \"n\($0)\", value: a.token))" }
            ),
        ]
    }()

    @Test("thousands of questions that each look through thousands of places", arguments: crowds)
    func questions(_ title: String, _ source: String) throws {
        _ = try AuditedTexts(["a.swift": source]).report()
    }

    @Test("types that have each other, and describe themselves by each other")
    func circles() throws {
        let members = Self.repeated(80) {
            """
            struct A\($0) {
            let m: A\(($0 + 1) % 80)
            let n: A\(($0 + 7) % 80)
            var description: String { m.description + n.description }
            }
            class B\($0): B\(($0 + 1) % 80) { var p: B\($0) }
            """
        }
        let uses = Self.repeated(60) { _ in "print(a)\nprint(a.description)\nprint(b.p.p)" }
        let source = members + "\nfunc f(a: A0, b: B0) {\n" + uses + "\n}"
        _ = try AuditedTexts(["a.swift": source]).report()
    }
}

import Foundation
import Testing

@Suite("A saved audit report from the command line")
struct ReportTests {
    private static let report = """
        {"accessMatrix":[],"baseline":false,"findings":[{"baselined":false,"column":9,\
        "confidence":"high","endLine":12,"excerpt":["    try data.write(to: url)"],\
        "fingerprint":"\(String(repeating: "a", count: 64))","hint":"Name a class.","kind":null,\
        "level":"error","line":12,"message":"no class","path":"App/Store.swift","related":[],\
        "rule":"store.class-none","suppression":null,"way":[]}],"inventory":[],\
        "policy":["baseline"],\
        "summary":{"baselined":0,"error":1,"files":3,"note":0,"suppressed":0,"unparsed":0,\
        "warning":0},"toolVersion":"0.1.0","unread":[],"version":1}

        """

    private func desk() throws -> Desk {
        let desk = try Desk()
        try desk.text(Self.report, in: "report.json")
        return desk
    }

    @Test("is text for a reader, and the same bytes as JSON")
    func textAndJSON() throws {
        let desk = try desk()
        let text = try desk.must("report report.json").output
        #expect(text.hasPrefix("App/Store.swift\n  12:9  error    no class\n"))
        #expect(text.hasSuffix("1 error; 3 files\n"))
        #expect(!text.contains("\u{1B}"))
        #expect(try desk.must("report report.json --color always").output.contains("\u{1B}[1;31m"))
        for line in ["report report.json --json", "report --format json report.json"] {
            #expect(try desk.must(line).output == Self.report)
        }
        #expect(try desk.must("report -", input: Self.report).output == text)
        let painted = try desk.must("report report.json --color always --output -").output
        #expect(painted.contains("\u{1B}[1;31m"))
    }

    @Test(
        "has every format",
        arguments: [
            ("sarif", "audit.sarif", "{\"$schema\":"), ("junit", "audit.junit.xml", "<?xml "),
            ("markdown", "audit.md", "## "), ("html", "audit.html", "<!DOCTYPE html>"),
            ("gitlab", "gl-code-quality-report.json", "[{"), ("text", "audit.txt", "App/"),
        ]
    )
    func formats(_ format: String, _ name: String, _ start: String) throws {
        let desk = try desk()
        let output = try desk.must("report report.json --format \(format)").output
        #expect(output.hasPrefix(start))
        try desk.shell("mkdir reports")
        let talk = try desk.must("report report.json --format \(format) --output reports")
        #expect(talk.output.isEmpty)
        try desk.must("report report.json --format \(format) --output one")
        #expect(try desk.text(of: "reports/\(name)") == output)
        #expect(try desk.text(of: "one") == output)
    }

    @Test(
        "that cannot be read ends with the status of the contract",
        arguments: [
            ("missing.json", 66, "not-found"), ("empty", 65, "malformed-report"),
            ("newer", 65, "unsupported-version"), ("passcode", 65, "malformed-report"),
            (".", 64, "is-a-directory"),
        ]
    )
    func refused(_ file: String, _ status: Int32, _ code: String) throws {
        let desk = try desk()
        try desk.text("", in: "empty")
        try desk.text(#"{"version":2}"#, in: "newer")
        let result = try desk.run("report \(file) --json")
        #expect(result.status == status)
        #expect(try result.code() == code)
        #expect(result.output.isEmpty)
    }

    @Test("names the place of what is wrong in it")
    func place() throws {
        let desk = try desk()
        try desk.text(Self.report.replacing("\"line\":12", with: "\"line\":0"), in: "bad.json")
        let result = try desk.run("report bad.json")
        #expect(result.status == 65)
        #expect(result.talk.contains("'bad.json': findings[0].line: "))
        #expect(
            result.talk.contains("protectctl: hint: 'protectctl audit --format json' writes one")
        )
    }

    @Test("is not written where there is no folder, nor in a format that nobody knows")
    func usage() throws {
        let desk = try desk()
        #expect(try desk.run("report report.json --output no/such").status == 66)
        #expect(try desk.run("report report.json --format pdf").status == 64)
        #expect(try desk.run("report").status == 64)
    }
}

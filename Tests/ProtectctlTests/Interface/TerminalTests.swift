import Foundation
import Testing

@Suite("On a terminal")
struct TerminalTests {
    /// Runs a command of the tool on a terminal of its own.
    private func screen(_ desk: Desk, _ line: String) throws -> String {
        try desk.shell("script -qec \"$TOOL \(line)\" /dev/null < /dev/null").output
            .replacing("\r\n", with: "\n")
    }

    @Test("names cannot move the cursor; in a pipe they are as they are")
    func names() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("touch $'a\\e[31mb\\nc' 日本; $TOOL put --quiet a* 日本 /")
        #expect(try screen(desk, "ls") == "a\\u{1B}[31mb\\nc\n日本\n")
        #expect(try desk.must("ls").output == "a\u{1B}[31mb\nc\n日本\n")
        #expect(try screen(desk, "ls -l --color never").contains("\u{1B}") == false)
        #expect(try screen(desk, "stat /a* --color never").contains("\u{1B}") == false)
        let error = try desk.run(words: ["cat", "/\u{1B}[31m"])
        #expect(error.talk.contains("\\u{1B}[31m"))
        #expect(!error.talk.contains("\u{1B}"))
    }

    @Test("a name in an error is escaped once; its path in JSON is the name itself")
    func namesInErrors() throws {
        let desk = try Desk.with(passcode: false)
        let name = "a\u{1B}[31mb\u{202E}c\nd"
        let shown = #"a\u{1B}[31mb\u{202E}c\nd"#
        let prose = try desk.run(words: ["cat", "/\(name)"])
        #expect(prose.talk.hasPrefix("protectctl: error: '/\(shown)' does not exist\n"))
        #expect(try desk.run(words: ["put", name, "/"]).talk.contains("'\(shown)'"))
        let answer = try desk.run(words: ["cat", "--json", "/\(name)"]).talk
        let error = try #require(
            try JSONDecoder().decode([String: JSONFailure].self, from: Data(answer.utf8))["error"]
        )
        #expect(error.path == "/\(name)")
        #expect(error.message == "'/\(shown)' does not exist")
    }

    private struct JSONFailure: Decodable {
        let message: String
        let path: String
    }

    @Test("colours, unless NO_COLOR or --color forbid them")
    func colours() throws {
        let desk = try Desk.with(passcode: false)
        #expect(try screen(desk, "status").contains("\u{1B}["))
        #expect(try screen(desk, "status --color never").contains("\u{1B}") == false)
        let plain = try desk.shell("NO_COLOR=1 script -qec \"$TOOL status\" /dev/null </dev/null")
        #expect(plain.output.contains("state"))
        #expect(!plain.output.contains("\u{1B}"))
    }

    @Test("times to wait are whole seconds")
    func waits() throws {
        let desk = try Desk.with(passcode: true, "--grace 1h")
        try desk.must("lock")
        let line = try #require(
            try desk.must("status").output.split(separator: "\n").first { $0.hasPrefix("grace") }
        )
        #expect(!line.contains("ms"), "\(line)")
    }

    @Test("the events of watch stand in columns")
    func events() throws {
        let desk = try Desk.with(passcode: true)
        let result = try desk.shell(
            """
            $TOOL watch > events & watcher=$!
            for try in {1..200}; do
                (( $(wc -l < events) > 1 )) && break
                $TOOL lock --now; $TOOL unlock --passcode-file passcode
            done
            $TOOL shutdown; wait $watcher; cat events
            """
        )
        let lines = result.output.split(separator: "\n")
        #expect(lines.count > 1)
        let columns = Set(lines.map { $0.prefix { $0 != "(" }.count })
        #expect(columns.count == 1, "\(result.output)")
    }
}

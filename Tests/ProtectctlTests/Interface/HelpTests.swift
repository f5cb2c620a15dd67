import Testing

@Suite("Help reads well in eighty columns")
struct HelpTests {
    /// From the tool itself; none if it does not tell them, which another test finds.
    static let commands = (try? CommandTree.ofTool().paths) ?? []

    @Test("the tool tells its commands, at any depth")
    func told() throws {
        let paths = try CommandTree.ofTool().paths
        #expect(paths.count > 60)
        #expect(paths.contains("") && paths.contains("put") && paths.contains("passcode set"))
    }

    @Test("of every command: no line is too long, nothing lacks its sentence", arguments: commands)
    func everyCommand(_ command: String) throws {
        let help = try Desk().must("\(command) --help").output
        let lines = help.split(separator: "\n")
        for line in lines { #expect(line.count <= 80, "\(line)") }
        #expect(!help.contains(#/default: \d+[);]/#), "a default as its raw value")
        #expect(!help.contains(#/- *\n/#), "a word without its meaning")
        for (line, next) in zip(lines, lines.dropFirst() + [""]) where line.hasPrefix("  -") {
            let hasText = line.count > 26 && line.dropFirst(26).first != " "
            #expect(hasText || next.hasPrefix(String(repeating: " ", count: 26)), "\(line)")
        }
        let usage = try #require(lines.first { $0.hasPrefix("USAGE: ") })
        #expect(usage.hasPrefix("USAGE: protectctl \(command)"))
        #expect(!usage.contains("[--"), "\(usage)")
    }

    @Test("every command is in the help of the tool")
    func complete() throws {
        let help = try Desk().must("--help").output
        for command in Self.commands where !command.isEmpty && !command.contains(" ") {
            #expect(help.contains("\n  \(command) "), "\(command)")
        }
    }

    @Test("global options come last, and once")
    func globals() throws {
        let help = try Desk().must("put --help").output
        let parts = help.split(separator: "GLOBAL OPTIONS:\n")
        #expect(parts.count == 2)
        #expect(parts.last?.contains("--device-key") == true)
        #expect(parts.first?.contains("--device-key") == false)
        #expect(parts.first?.contains("--append") == true)
    }

    @Test("defaults are what a user would write")
    func defaults() throws {
        let words = try Desk().must("init --help").output.split { $0 == " " || $0 == "\n" }
            .joined(separator: " ")
        for text in [
            "(default: complete-until-first-user-authentication)", "(default: 10s)",
            "(default: never)", "(default: classic)", "(default: moderate)",
            "(default: chacha20-poly1305)",
        ] {
            #expect(words.contains(text), "\(text)")
        }
        #expect(try Desk().must("wait --help").output.contains("30s)"))
    }
}

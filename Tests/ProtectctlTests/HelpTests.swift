import Testing

@Suite("Help reads well in eighty columns")
struct HelpTests {
    static let commands = [
        "", "init", "boot", "shutdown", "reboot", "unlock", "lock", "status", "watch", "wait",
        "passcode", "passcode set", "passcode change", "passcode remove", "erase", "agent",
        "agent run", "put", "get", "cat", "ls", "stat", "mkdir", "mv", "cp", "rm", "touch",
        "protect", "fsck", "exec", "app", "app install", "app uninstall", "app list", "id",
        "id vendor", "id advertising", "id reset-advertising", "id user", "id own", "id reset-own",
        "id ledger", "id summary", "id privacy-report", "id settings", "tracking",
        "tracking status", "tracking request", "tracking answer", "tracking requests", "audit",
        "audit rules", "audit explain", "policy", "policy init", "policy check", "policy show",
        "report", "simulate",
    ]

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

import Foundation
import Testing

@Suite("The manual page covers everything")
struct ManualTests {
    static func page() throws -> String {
        let page = Checkout.root.appending(path: "share/man/man1/protectctl.1")
        return String(decoding: try Data(contentsOf: page), as: UTF8.self)
            .replacing("\\fB", with: "").replacing("\\fI", with: "").replacing("\\fR", with: "")
            .replacing("\\-", with: "-")
    }

    @Test("every command and every option")
    func options() throws {
        let desk = try Desk()
        let page = try Self.page()
        let commands = try CommandTree.ofTool().commands
        #expect(commands.count > 25)
        let globals = try #require(page.split(separator: "\n.SH ").first { $0.hasPrefix("GLOBAL") })
        for command in commands {
            let entry = try Self.entry(of: command.commandName, in: page)
            for inner in command.calls {
                let words = "\(command.commandName) \(inner)"
                let isTold = Self.words(entry).contains(inner) || page.contains(words)
                #expect(isTold || inner.isEmpty, "the page does not name '\(words)'")
                let help = try desk.must("help \(words)").output
                let parts = help.components(separatedBy: "GLOBAL OPTIONS:")
                try #require(parts.count == 2, "\(words)")
                for option in Self.options(in: parts[0]) {
                    let isCommon = ["--version", "-h", "--help"].contains(option)
                    let place = isCommon ? String(globals) : entry
                    #expect(Self.words(place).contains(option), "\(words) \(option)")
                }
                for option in Self.options(in: parts[1]) {
                    #expect(Self.words(String(globals)).contains(option), "\(option)")
                }
            }
        }
        #expect(page.contains("agent run"))
    }

    /// The options that help lists, short ones too.
    private static func options(in help: String) -> [String] {
        help.split(separator: "\n").filter { $0.hasPrefix("  -") }.flatMap { line in
            line.dropFirst(2).components(separatedBy: "  ")[0]
                .split { " ,/".contains($0) }.filter { $0.hasPrefix("-") }
                .map(String.init)
        }
    }

    private static func words(_ text: String) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
    }

    /// What the page says of a command: its paragraph, with those of its options behind it.
    private static func entry(of command: String, in page: String) throws -> String {
        let commands = try #require(
            page.components(separatedBy: "\n.SH COMMANDS").dropFirst().first
        )
        let paragraphs = commands.components(separatedBy: "\n.TP\n")
        let first = try #require(
            paragraphs.firstIndex {
                words(String($0.prefix { $0 != "\n" })).contains(command)
            },
            "share/man/man1/protectctl.1 has no entry for '\(command)'"
        )
        let options = paragraphs[(first + 1)...].prefix { $0.hasPrefix("--") }
        return ([paragraphs[first]] + options).joined(separator: "\n")
    }

    @Test("every exit status of the contract, and every variable")
    func words() throws {
        let page = try Self.page()
        for status in [0, 1, 64, 65, 66, 69, 70, 73, 74, 75, 77] {
            #expect(page.contains("\n\(status)\t"), "\(status)")
        }
        for name in [
            "PROTECTCTL_DEVICE", "PROTECTCTL_DEVICE_KEY", "XDG_DATA_HOME", "XDG_STATE_HOME",
            "XDG_RUNTIME_DIR", "TMPDIR", "HOME", "NOTIFY_SOCKET", "NO_COLOR",
        ] {
            #expect(page.contains(name), "\(name)")
        }
    }

    @Test("a device is backed up and moved as the page says")
    func move() throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("put --class complete - /a", input: "content")
        try desk.must("shutdown")
        try desk.shell(
            """
            tar -C "$PWD" -czf device.tar.gz phone && cp -a state/protectctl/keys safe-place
            rm -r phone state && mkdir elsewhere && tar -C elsewhere -xzf device.tar.gz
            mv elsewhere/phone moved
            """
        )
        let name = try #require(desk.names(in: "safe-place").first { !$0.contains(".") })
        let options = "--device moved --device-key safe-place/\(name)"
        try desk.must("boot \(options)")
        try desk.must("unlock --passcode-file passcode \(options)")
        #expect(try desk.must("cat /a \(options)").output == "content")
        #expect(try desk.run("status --device moved").status == 0, "a running agent has the key")
    }
}

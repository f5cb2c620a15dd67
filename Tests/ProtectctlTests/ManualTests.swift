import Foundation
import Testing

@Suite("The manual page tells of all there is")
struct ManualTests {
    private static func page() throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        let page = root.appending(path: ".ci/share/man/man1/protectctl.1")
        return String(decoding: try Data(contentsOf: page), as: UTF8.self)
            .replacing("\\fB", with: "").replacing("\\fI", with: "").replacing("\\fR", with: "")
            .replacing("\\-", with: "-")
    }

    @Test("every command and every option")
    func options() throws {
        let desk = try Desk()
        let page = try Self.page()
        let commands = try desk.must("--help").output.split(separator: "\n")
            .filter { $0.hasPrefix("  ") && $0.dropFirst(2).first?.isLowercase == true }
            .map { String($0.dropFirst(2).prefix { $0 != " " }) }
        #expect(commands.count > 25)
        for command in commands {
            #expect(page.contains(command), "\(command)")
            let nested = command == "passcode" ? ["set", "change", "remove"] : [""]
            for inner in nested {
                let help = try desk.must("help \(command) \(inner)").output
                for option in help.matches(of: /--[a-z][a-z-]+/) {
                    #expect(page.contains(option.output), "\(command) \(inner) \(option.output)")
                }
            }
        }
        #expect(page.contains("agent run"))
    }

    @Test("every exit status of the contract, and every variable")
    func words() throws {
        let page = try Self.page()
        for status in [0, 1, 64, 65, 66, 69, 70, 73, 74, 75, 77] {
            #expect(page.contains("\n\(status)\t"), "\(status)")
        }
        for name in [
            "PROTECTCTL_DEVICE", "PROTECTCTL_DEVICE_KEY", "XDG_DATA_HOME", "XDG_STATE_HOME",
            "XDG_RUNTIME_DIR", "TMPDIR", "HOME", "NO_COLOR",
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

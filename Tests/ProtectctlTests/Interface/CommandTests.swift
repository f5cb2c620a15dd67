import Foundation
import Testing

/// What a new command needs besides its manual page, for which `ManualTests` asks.
@Suite("Every command is registered and tested")
struct CommandTests {
    private static let root = Checkout.root

    /// The Swift files under a folder, each with its text.
    private static func sources(of folder: String) throws -> [(path: String, text: String)] {
        let place = root.appending(path: folder)
        let names = FileManager.default.enumerator(atPath: place.path)?
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        return try #require(names).sorted().map { name in
            let text = try String(contentsOf: place.appending(path: name), encoding: .utf8)
            return ("\(folder)/\(name)", text)
        }
    }

    @Test("what calls itself a command in the sources is one of the tool")
    func registered() throws {
        var names = try CommandTree.ofTool().names
        for source in try Self.sources(of: "Sources/protectctl") {
            for match in source.text.matches(of: #/commandName: "([a-z-]+)"/#) {
                let name = String(match.output.1)
                if let index = names.firstIndex(of: name) {
                    names.remove(at: index)
                } else {
                    Issue.record("\(source.path): '\(name)' is not among any subcommands")
                }
            }
        }
    }

    @Test("each is run by a test")
    func tested() throws {
        let tests = try Self.sources(of: "Tests/ProtectctlTests").map(\.text).joined()
        for path in try CommandTree.ofTool().paths where !path.isEmpty {
            let calls = ["\"", "TOOL ", "TOOL\" "].flatMap { ["\($0)\(path) ", "\($0)\(path)\""] }
            #expect(
                calls.contains { tests.contains($0) },
                "no test in Tests/ProtectctlTests runs '\(path)'"
            )
        }
    }
}

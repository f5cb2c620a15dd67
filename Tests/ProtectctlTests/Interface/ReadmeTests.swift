import Foundation
import Testing

/// What a reader pastes must do what the README and the articles say.
@Suite("The commands of the README and of articles")
struct ReadmeTests {
    private static let top = Checkout.root

    /// What shows commands, in an order in which they can be pasted: the last one reboots.
    private static let pages = [
        "README.md",
        "Sources/ContentRestrictions/Documentation.docc/DecidingWhatMayBeShown.md",
        "Sources/ConfigurationProfiles/Documentation.docc/ConfigurationProfiles.md",
        "Sources/PolicyAudit/Documentation.docc/AuditingAnApp.md",
        "Sources/Handoff/Documentation.docc/BetweenTwoTerminals.md",
        "Sources/DeviceIdentifiers/Documentation.docc/ChoosingAnIdentifier.md",
    ]

    /// The blocks of shell commands, but for those that build the tool.
    private static func blocks(of page: String) throws -> [String] {
        let text = try String(contentsOf: top.appending(path: page), encoding: .utf8)
        return text.components(separatedBy: "```sh\n").dropFirst().map { part in
            let lines = part.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
            return lines.filter { !$0.hasPrefix("make ") && !$0.hasPrefix("export PATH=") }
                .joined(separator: "\n")
        }
    }

    @Test("all run as they are pasted, one after the other; what fails is said to fail")
    func pasted() throws {
        let desk = try Desk()
        let script =
            try ["trap 'echo \"FAILED $?: $BASH_COMMAND\" >&3' ERR", "exec 3> failures"]
            + Self.pages.flatMap(Self.blocks(of:)) + ["kill %% 2> /dev/null", "true"]
        try desk.text(script.joined(separator: "\n"), in: "pasted")
        try desk.shell(
            """
            ln -s "$TOOL" protectctl; ln -s '\(Self.top.path)/Policies' Policies
            PATH=$PWD:$PATH bash pasted > out 2>&1
            """
        )
        let output = try desk.text(of: "out")
        let failures = try desk.text(of: "failures").split(separator: "\n").map(String.init)
        #expect(
            failures == [
                // Locked, as its comment says.
                "FAILED 75: protectctl cat /diary/monday",
                // The desk is not a clone.
                "FAILED 1: ln -s ~/.local/share/protectctl/pipelines/pre-commit .git/hooks/pre-commit",
                "FAILED 64: protectctl audit . --changed-since origin/main",
                "FAILED 75: protectctl id vendor com.example.mail",
            ],
            "\(output)"
        )
    }
}

import Foundation
import Testing

/// `Examples` uses each product from outside, and what pages show is taken from code that is built.
@Suite("examples")
struct ExampleTests {
    /// Pages that show how products are used.
    private static let pages = [
        "README.md",
        "Sources/CloudKitCompatibility/Documentation.docc/CloudKitCompatibility.md",
        "Sources/CloudRecords/Documentation.docc/CloudRecords.md",
        "Sources/ConfigurationProfiles/Documentation.docc/ConfigurationProfiles.md",
        "Sources/ContentRestrictions/Documentation.docc/DecidingWhatMayBeShown.md",
        "Sources/DeviceIdentifiers/Documentation.docc/ChoosingAnIdentifier.md",
        "Sources/DeviceIdentifiers/Documentation.docc/DeviceIdentifiers.md",
        "Sources/Handoff/Documentation.docc/Handoff.md",
        "Sources/PolicyAudit/Documentation.docc/PolicyAudit.md",
        "Sources/ProtectedKeychain/Documentation.docc/ProtectedKeychain.md",
        "Sources/ProtectedNotifications/Documentation.docc/ProtectedNotifications.md",
        "Sources/ProtectedStore/Documentation.docc/RunningAnAppliance.md",
        "Sources/ProtectionTesting/Documentation.docc/ProtectionTesting.md",
        "Sources/ProtectionTesting/Documentation.docc/TestANotificationServiceExtension.md",
        "Sources/ProtectionTesting/Documentation.docc/TestCodeThatSyncsWithCloudKit.md",
        "Sources/StatePreservation/Documentation.docc/StatePreservation.md",
        "Sources/TrustedDevices/Documentation.docc/TrustedDevices.md",
        "Sources/UserActivityCompatibility/Documentation.docc/UserActivityCompatibility.md",
        "Sources/UserNotificationsCompatibility/Documentation.docc/UserNotificationsCompatibility.md",
    ]

    @Test("every library is used by an example")
    func everyLibrary() throws {
        let libraries = try Repository.manifest.libraries
        try #require(libraries.contains("ProtectedStore"))
        let used = Set(try Repository.manifestOfExamples.targets.flatMap(\.dependencies))
        #expect(libraries.filter { !used.contains($0) } == [])
    }

    @Test("every example is built and run by a test")
    func everyProgram() throws {
        let targets = try Repository.manifestOfExamples.targets
        let programs = try Repository.names(in: "Examples/Sources")
        #expect(targets.filter { $0.kind == "executableTarget" }.map(\.name).sorted() == programs)
        let run = targets.first { $0.name == "ProgramTests" }?.dependencies ?? []
        #expect(programs.filter { !run.contains($0) } == [])
    }

    @Test("code that a page shows stands in an example or a test, in this order", arguments: pages)
    func excerpts(page: String) throws {
        let place = Repository.root.appending(path: page)
        let blocks = Excerpt.blocks(of: try String(contentsOf: place, encoding: .utf8))
        #expect(!blocks.isEmpty)
        let files = (Repository.examples + Repository.files.filter { !$0.isSource })
            .map { Excerpt($0.text) }
        for block in blocks where !files.contains(where: { $0.contains(block) }) {
            Issue.record("\(page): no file has these lines: \(block.lines)")
        }
    }

    @Test("lines are found when they are there in their order, and not otherwise")
    func findsLines() {
        let file = Excerpt("let a = 1  // one\n\nif a {\n    b()\n    c()\n}\n// d()")
        for text in ["let a = 1", "// more\nb()\n}", "let a = 1  // two\nc()", "  b()\n  c()"] {
            #expect(file.contains(Excerpt(text)), "\(text)")
        }
        for text in ["let a", "c()\nb()", "b()\nb()", "d()", "let a = 1 // one"] {
            #expect(file.contains(Excerpt(text)) == (text == "let a = 1 // one"), "\(text)")
        }
        let page =
            "```sh\nls\n```\ntext\n```swift\n.package(url: \"\")\n\nb()\n```\n```swift\nc()\n```\n"
        #expect(Excerpt.blocks(of: page).map(\.lines) == [["b()"], ["c()"]])
    }
}

/// Lines of code without indentation, comments and blank lines.
private struct Excerpt {
    let lines: [String]

    init(_ text: String) {
        lines = text.components(separatedBy: "\n").map { line in
            let code = line.components(separatedBy: " //")[0].trimmingCharacters(in: .whitespaces)
            // A dependency's line is the manifest's, and has an address of its own.
            return code.hasPrefix("//") || code.hasPrefix(".package(") ? "" : code
        }.filter { !$0.isEmpty }
    }

    /// The blocks of Swift that a page shows.
    static func blocks(of page: String) -> [Excerpt] {
        page.components(separatedBy: "```swift\n").dropFirst().map {
            Excerpt($0.components(separatedBy: "```")[0])
        }
    }

    /// Whether all lines of another stand here, in their order.
    func contains(_ other: Excerpt) -> Bool {
        var rest = lines[...]
        return other.lines.allSatisfy { line in
            guard let index = rest.firstIndex(of: line) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }
}

import ArgumentParser
import ConfigurationProfiles
import Preferences

/// Implements `protectctl profile diff`.
struct ProfileDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two profiles setting by setting; needs no device.",
        discussion: "Ends with 1 when they differ, as diff(1) does."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("The first profile.", valueName: "a"), completion: .file())
    var first: String
    @Argument(help: ArgumentHelp("The second profile.", valueName: "b"), completion: .file())
    var second: String

    func run() throws {
        let profiles = try [first, second].map { path in
            let bytes = try ProfileInput.bytes(of: path)
            return try ProfileInput.reading(path) { try ConfigurationProfile(reading: bytes) }
        }
        let changes = ProfileDifference(from: profiles[0], to: profiles[1]).changes
        if global.json {
            try global.console.document(Document(changes: changes.map { Change($0) }))
        } else {
            try print(changes)
        }
        guard changes.isEmpty else { throw ExitCode(1) }
    }

    private func print(_ changes: [ProfileDifference.Change]) throws {
        let console = global.console
        var payload: String??
        for change in changes {
            if payload != .some(change.payload) {
                payload = .some(change.payload)
                let title = change.payload.map { "\($0) (\(change.payloadType ?? ""))" }
                try console.data(console.paint(console.shown(title ?? "the profile"), .bold))
            }
            for (sign, value, style) in [
                ("-", change.before, Console.Style.bad), ("+", change.after, .good),
            ] {
                guard let value else { continue }
                let text = "\(sign) \(change.keyPath) = \(ValueText.text(of: value))"
                try console.data("  " + console.paint(console.shown(text), style))
            }
        }
    }

    private struct Document: Encodable {
        let version = 1
        let changes: [Change]
    }

    private struct Change: Encodable {
        let change: ProfileDifference.Change

        init(_ change: ProfileDifference.Change) { self.change = change }

        private enum Key: String, CodingKey {
            case payload, payloadType, keyPath, before, after
        }

        /// With null for what is missing.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(change.payload, forKey: .payload)
            try container.encode(change.payloadType, forKey: .payloadType)
            try container.encode(change.keyPath, forKey: .keyPath)
            try container.encode(change.before.map { ValueDocument($0) }, forKey: .before)
            try container.encode(change.after.map { ValueDocument($0) }, forKey: .after)
        }
    }
}

import ArgumentParser
import ConfigurationProfiles
import Documents

/// Implements `protectctl profile list`.
struct ProfileListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the installed profiles, the earliest first."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let installed = try Session(global).profiles.list()
        guard !global.json else {
            return try global.console.document(
                Document(profiles: installed.map { Entry($0) })
            )
        }
        var table = Table([.left, .left, .left, .left])
        for entry in installed.map({ Entry($0) }) {
            table.add([
                global.console.shown(entry.identifier), entry.installedAt,
                global.console.shown(entry.name ?? "-"), global.console.shown(entry.signature),
            ])
        }
        for line in table.lines() { try global.console.data(line) }
    }

    private struct Document: Encodable {
        let version = 1
        let profiles: [Entry]
    }

    private struct Entry: Encodable {
        let identifier: String
        let uuid: String
        let name: String?
        let installedAt: String
        let removalDate: String?
        let signature: String
        let payloads: [String]

        init(_ installed: InstalledProfile) {
            let profile = installed.profile
            identifier = profile.identifier
            uuid = profile.uuid
            name = profile.name
            installedAt = MomentText.rfc3339(installed.installedAt)
            removalDate = installed.removalDate.map { MomentText.rfc3339($0) }
            signature =
                switch profile.signature {
                case .unsigned: "not signed"
                case .signed(let signer): "signed by \(signer.subject)"
                case .notChecked: "signed, not checked"
                }
            payloads = profile.payloads.map(\.type)
        }

        private enum Key: String, CodingKey {
            case identifier, uuid, name, installedAt, removalDate, signature, payloads
        }

        /// With null for what is missing.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(identifier, forKey: .identifier)
            try container.encode(uuid, forKey: .uuid)
            try container.encode(name, forKey: .name)
            try container.encode(installedAt, forKey: .installedAt)
            try container.encode(removalDate, forKey: .removalDate)
            try container.encode(signature, forKey: .signature)
            try container.encode(payloads, forKey: .payloads)
        }
    }
}

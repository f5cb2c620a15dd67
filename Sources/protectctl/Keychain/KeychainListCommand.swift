import ArgumentParser
import Documents
import ProtectedKeychain
import ProtectionModel

/// Implements `protectctl keychain list`.
struct KeychainListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the items, with what can be read of each now; no secrets.",
        discussion: """
            Of an item that is locked its kind and accessibility are known, and nothing else.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let items = try Session(global).keychain.all()
        guard !global.json else {
            return try global.console.document(items.map(KeychainItemDocument.init))
        }
        var table = Table([.left, .left, .left, .left, .left])
        for found in items {
            table.add([
                found.reference.itemClass.name, found.accessibility.name,
                found.item?.group.printable ?? "(locked)",
                (found.item?.server ?? found.item?.service ?? "").printable,
                (found.item?.account ?? "").printable,
            ])
        }
        for line in table.lines() { try global.console.data(global.console.shown(line)) }
    }
}

/// An item as JSON.
struct KeychainItemDocument: Encodable {
    private enum Key: String, CodingKey {
        case itemClass = "class"
        case accessible, readableNow, group, service, server, account, label, modified
        case synchronizable, asks
    }

    private let found: ItemStore.Found

    init(_ found: ItemStore.Found) { self.found = found }

    /// With null for what is not there, or cannot be read now.
    func encode(to encoder: any Encoder) throws {
        let item = found.item
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(found.reference.itemClass.name, forKey: .itemClass)
        try container.encode(found.accessibility.name, forKey: .accessible)
        try container.encode(item != nil, forKey: .readableNow)
        try container.encode(item?.group, forKey: .group)
        try container.encode(item?.service, forKey: .service)
        try container.encode(item?.server, forKey: .server)
        try container.encode(item?.account, forKey: .account)
        try container.encode(item?.label, forKey: .label)
        try container.encode(item?.isSynchronizable, forKey: .synchronizable)
        try container.encode(item?.needsPerson, forKey: .asks)
        let seconds = item?.modified.map { Int64($0.rounded(.down)) }
        try container.encode(
            seconds.map { MomentText.rfc3339(Timestamp(seconds: $0)) },
            forKey: .modified
        )
    }
}

/// An attribute that items of a class can have.
///
/// The list is that of the platform's tables (`SecItemSchema.c`); left out are the attributes that
/// no program can use, such as those of synchronisation.
struct ItemAttribute: Sendable, Hashable {
    /// What values it takes, and how they are read (`SecDbItem.c`, `copyBlob` and the like).
    enum Kind: Sendable, Hashable {
        case text
        /// Text, data or a number, kept as it was given.
        case blob
        case bytes
        case number
        case date
        case accessibility
        case accessControl
        /// A number, and also the word for "either".
        case synchronizable
        /// Accepted and kept nowhere.
        case ignored
        /// Accepted and refused when it says anything.
        case token
    }

    let name: String
    let kind: Kind
    /// Whether it is part of what no two items may have in common.
    var isPrimary = false
    /// What an item has that was added without it.
    var initial: ItemValue?

    /// The attribute of this name; nil when items of the class do not have it.
    static func named(_ name: String, of itemClass: ItemClass) -> ItemAttribute? {
        tables[itemClass]?[name]
    }

    /// All attributes of a class.
    static func all(of itemClass: ItemClass) -> [ItemAttribute] {
        tables[itemClass]?.values.sorted { $0.name < $1.name } ?? []
    }

    static let group = "agrp"
    static let accessibility = "pdmn"
    static let accessControl = "accc"
    static let created = "cdat"
    static let modified = "mdat"
    static let synchronizable = "sync"
}

extension ItemAttribute {
    private static let tables: [ItemClass: [String: ItemAttribute]] = {
        var tables: [ItemClass: [String: ItemAttribute]] = [:]
        for itemClass in ItemClass.allCases {
            let own =
                switch itemClass {
                case .genericPassword: password + generic
                case .internetPassword: password + internet
                case .certificate: certificate
                case .key: key
                }
            tables[itemClass] = Dictionary((common + own).map { ($0.name, $0) }) { $1 }
        }
        return tables
    }()

    private static let common: [ItemAttribute] =
        [
            ItemAttribute(name: group, kind: .text, isPrimary: true),
            ItemAttribute(
                name: synchronizable,
                kind: .synchronizable,
                isPrimary: true,
                initial: .integer(0)
            ),
            ItemAttribute(name: accessibility, kind: .accessibility),
            ItemAttribute(name: accessControl, kind: .accessControl),
            ItemAttribute(name: "tkid", kind: .token), ItemAttribute(name: "nleg", kind: .ignored),
        ] + optional(.date, [created, modified]) + optional(.blob, ["labl"])

    private static let password =
        optional(.blob, ["desc", "icmt", "alis", "prot"])
        + optional(.number, ["crtr", "type", "invi", "nega", "cusi", "scrp"])

    private static let generic = primary(.blob, ["acct", "svce"]) + optional(.blob, ["gena"])

    private static let internet =
        primary(.blob, ["acct", "sdmn", "srvr", "atyp", "path"])
        + primary(.number, ["ptcl", "port"])

    private static let certificate =
        primary(.number, ["ctyp"]) + primary(.bytes, ["issr", "slnr"])
        + optional(.bytes, ["subj", "skid", "pkhh"]) + optional(.number, ["cenc"])
        + optional(.blob, ["alis"])

    private static let key =
        primary(.number, ["kcls", "crtr", "type", "bsiz", "esiz"])
        + primary(.bytes, ["klbl"]) + primary(.blob, ["atag"]) + primary(.date, ["sdat", "edat"])
        + optional(
            .number,
            [
                "perm", "priv", "modi", "sens", "asen", "extr", "next", "encr", "decr", "drve",
                "sign", "vrfy", "snrc", "vyrc", "wrap", "unwp",
            ]
        )

    private static func optional(_ kind: Kind, _ names: [String]) -> [ItemAttribute] {
        names.map { ItemAttribute(name: $0, kind: kind) }
    }

    private static func primary(_ kind: Kind, _ names: [String]) -> [ItemAttribute] {
        let initial: ItemValue =
            switch kind {
            case .number: .integer(0)
            case .date: .date(978_307_200)
            case .bytes: .bytes([])
            default: .text("")
            }
        return names.map {
            ItemAttribute(name: $0, kind: kind, isPrimary: true, initial: initial)
        }
    }
}

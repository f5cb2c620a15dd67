import ProtectedStore
import ProtectionModel
import SystemIO

extension CrashScenario {
    static let nodes: [CrashScenario] = [
        CrashScenario(
            name: "links and special files",
            before: { try $0.files.makeLink(to: "kept", at: path("/dir/old")) },
            steps: [
                .durable { try $0.files.makeLink(to: "../kept", at: path("/link")) },
                .durable {
                    try $0.files.makeSpecial(
                        .blockDevice,
                        device: 0x801,
                        at: path("/dir/" + longName),
                        attributes: NewAttributes(mode: 0o660)
                    )
                },
                .durable { try $0.files.rename(path("/link"), to: path("/dir/old")) },
                .durable { try $0.files.rename(path("/dir/old"), to: path("/kept")) },
                .durable { try $0.files.remove(path("/dir/" + longName)) },
            ]
        ),
        CrashScenario(
            name: "extended attributes",
            before: { try set("user.old", "before", path("/dir/kept"), $0) },
            steps: [
                .durable { try set("user.new", "first", path("/kept"), $0) },
                .durable { try set("user.old", "after", path("/dir/kept"), $0) },
                .durable { try set("user.new", "of a folder", path("/dir"), $0) },
                .durable { try set("user.more", "of a folder", path("/dir"), $0) },
                .durable {
                    try $0.files.removeExtendedAttribute(bytes("user.old"), of: path("/dir/kept"))
                },
                .durable { try set("trusted.root", "of all", .root, $0) },
            ]
        ),
        CrashScenario(
            name: "what has extended attributes is moved, replaced and removed",
            before: { session in
                for place in ["/kept", "/dir/kept", "/dir/none", "/logged"] {
                    try set("user.of", place, path(place), session)
                }
            },
            steps: [
                .durable { try $0.files.rename(path("/kept"), to: path("/other/moved")) },
                .durable { try $0.files.rename(path("/dir/kept"), to: path("/other/moved")) },
                .durable { try $0.files.write(DiskScan.text(70, 50), to: path("/dir/none")) },
                .durable { try $0.files.remove(path("/other/moved")) },
                .durable {
                    try $0.files.setProtection(.complete, of: path("/logged"))
                },
            ]
        ),
        CrashScenario(
            name: "exchange",
            before: { session in
                try set("user.of", "kept", path("/kept"), session)
                try set("user.of", "empty", path("/other/empty"), session)
            },
            steps: [
                .durable { try exchange("/kept", "/dir/kept", $0) },
                .durable { try exchange("/dir/kept", "/other/empty", $0) },
                .durable { try exchange("/dir", "/kept", $0) },
                .durable { try exchange("/kept/empty", "/other", $0) },
            ]
        ),
    ]

    static let attributes: [CrashScenario] = [
        CrashScenario(
            name: "owners, permissions and times",
            before: { try $0.files.makeLink(to: "kept", at: path("/link")) },
            steps: [
                .durable { try change(AttributeChange(owner: 7, group: 8), "/kept", .full, $0) },
                .durable { try change(AttributeChange(mode: 0o4755), "/logged", .full, $0) },
                .durable { try change(AttributeChange(group: 9), "/dir", .full, $0) },
                .durable { try change(AttributeChange(owner: 7), "/link", .full, $0) },
            ]
        ),
        CrashScenario(
            name: "changes of a record that need not be durable",
            hasControl: false,
            steps: [
                .volatile { try change(AttributeChange(mode: 0o640), "/kept", .none, $0) },
                .volatile { try change(AttributeChange(owner: 3), "/kept", .none, $0) },
                .durable { try change(AttributeChange(mode: 0o444), "/kept", .full, $0) },
                .volatile { try change(AttributeChange(mode: 0o711), "/dir", .none, $0) },
                .durable { try change(AttributeChange(owner: 5), "/dir", .full, $0) },
                .volatile { try change(AttributeChange(group: 4), "/kept", .none, $0) },
            ]
        ),
        CrashScenario(
            name: "folders are moved without waiting",
            isAtomic: false,
            hasControl: false,
            steps: [
                .volatile { try rename("/dir", "/folder", $0) },
                .volatile { try change(AttributeChange(mode: 0o711), "/folder", .none, $0) },
                .volatile { try rename("/folder", "/other/folder", $0) },
                .volatile { try rename("/other/folder", "/dir", $0) },
                .durable { try change(AttributeChange(owner: 5), "/dir", .full, $0) },
                .durable { try $0.files.rename(path("/dir"), to: path("/last")) },
            ]
        ),
        CrashScenario(
            name: "what has extended attributes is moved without waiting",
            isAtomic: false,
            hasControl: false,
            before: { session in
                try set("user.of", "kept", path("/kept"), session)
                try session.files.makeLink(to: "kept", at: path("/link"))
                try set("trusted.of", "link", path("/link"), session)
            },
            steps: [
                .volatile { try rename("/kept", "/dir/moved", $0) },
                .volatile { try rename("/link", "/other/moved", $0) },
                .volatile { try rename("/dir/moved", "/other/moved", $0) },
            ]
        ),
    ]

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func set(
        _ name: String,
        _ value: String,
        _ path: DevicePath,
        _ session: CrashSession
    ) throws {
        try session.files.setExtendedAttribute(bytes(name), bytes(value), of: path)
    }

    private static func exchange(
        _ first: String,
        _ second: String,
        _ session: CrashSession
    ) throws {
        try session.files.rename(path(first), to: path(second), .exchanging)
    }

    private static func rename(
        _ source: String,
        _ target: String,
        _ session: CrashSession
    ) throws {
        try session.files.rename(path(source), to: path(target), .replacing, durability: .none)
    }

    private static func change(
        _ change: AttributeChange,
        _ name: String,
        _ durability: Durability,
        _ session: CrashSession
    ) throws {
        try session.files.setAttributes(change, of: path(name), durability: durability)
    }
}

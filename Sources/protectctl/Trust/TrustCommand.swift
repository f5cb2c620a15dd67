import ArgumentParser
import ProtectionModel
import TrustedDevices

/// Implements `protectctl trust`.
struct TrustCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "The devices of one user, and how they come to trust each other.",
        discussion: """
            One device founds a circle; each other joins with a code that a device in it shows, once. \
            No server decides who belongs to it: devices sign who they add and remove, and tell each \
            other. Membership changes on an unlocked device only, but for one that leaves. A circle \
            whose devices are all lost is lost.
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Circle",
                subcommands: [
                    TrustCreateCommand.self, TrustInviteCommand.self, TrustJoinCommand.self,
                    TrustLeaveCommand.self,
                ]
            ),
            CommandGroup(
                name: "Devices",
                subcommands: [
                    TrustListCommand.self, TrustAddressCommand.self, TrustRenameCommand.self,
                    TrustRemoveCommand.self, TrustCheckCommand.self,
                ]
            ),
        ]
    )
}

/// The name that a device has for the others.
struct DeviceNameOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What the other devices call this one; its directory's name unless given.",
            valueName: "name"
        )
    )
    var name: String?

    func value(_ global: GlobalOptions) throws -> String {
        try name ?? HostPath.name(of: DeviceLocation(global).directory)
    }
}

/// Implements `protectctl trust create`.
struct TrustCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Found a circle, whose only device this is.",
        discussion: "Prints what the device is known by."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var named: DeviceNameOption

    func run() throws {
        let name = try named.value(global)
        let id = try OtherDevices(Session(global)).circle.create(named: name)
        try DeviceReference(id, name).print(global.console)
    }
}

/// Implements `protectctl trust rename`.
struct TrustRenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Call this device by another name.",
        discussion: "The other devices hear of it when they next meet this one."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: "The new name, of at most 64 bytes.")
    var name: String

    func run() throws { try OtherDevices(Session(global)).circle.rename(name) }
}

/// Implements `protectctl trust remove`.
struct TrustRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a device for good, such as one that was lost.",
        discussion: """
            Devices that hear of it end every session, and change the keys of their offers. One that \
            comes back has new keys, and joins like any other. Of two that remove each other the one \
            that was added earlier stays.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "Remove those that it has added, too, but for this one.")
    var withAdded = false
    @Argument(help: "The device, by its name or identifier.")
    var name: String

    func run() throws {
        let others = try OtherDevices(Session(global))
        let device = try others.device(name)
        guard try device.id != others.standing().own else {
            throw ToolError(
                .invalidArgument,
                "'\(device.name)' is this device",
                hint: "'protectctl trust leave' takes it out of the circle"
            )
        }
        try others.circle.remove(device.id, withAdded: withAdded)
        try others.addresses.set(nil, of: device)
        // Whoever had it in hand may have added another first.
        for other in try others.standing().membership.devices where other.addedBy == device.id {
            global.console.talk(
                "note: '\(device.name)' had added '\(other.name)', which stays: remove that, too, "
                    + "unless it is yours"
            )
        }
    }
}

/// Implements `protectctl trust leave`.
struct TrustLeaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Forget the circle, and destroy this device's keys for it.",
        discussion: "The others do not hear of it: remove this device on one of them, too."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let others = try OtherDevices(Session(global))
        try others.circle.leave()
        try others.addresses.clear()
    }
}

/// Implements `protectctl trust address`.
struct TrustAddressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print where a device listens, or say so.",
        discussion: """
            An address is the path of a Unix socket, or a number and a port such as 192.0.2.1:7000 and \
            [2001:db8::1]:7000: names are not looked up. 'trust join' remembers that of the device that \
            it has joined.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "Forget the address.")
    var forget = false
    @Argument(help: "The device, by its name or identifier.")
    var name: String
    @Argument(help: "Where it listens.", completion: .file())
    var address: String?

    func validate() throws {
        guard !forget || address == nil else {
            throw ValidationError("--forget and an address exclude each other")
        }
    }

    func run() throws {
        let address = address.map(Listening.address)
        if let address { _ = try SocketAddress(address) }
        let others = try OtherDevices(Session(global))
        let device = try others.device(name)
        if forget || address != nil { return try others.addresses.set(address, of: device) }
        guard let known = try others.addresses.address(of: device) else {
            throw ToolError(.notFound, "where '\(device.name)' listens is not known")
        }
        guard global.json else { return try global.console.data(known) }
        try global.console.document(Document(address: known))
    }

    private struct Document: Encodable {
        let version = 1
        let address: String
    }
}

/// A device as output names it.
struct DeviceReference: Encodable {
    let id: String
    let name: String

    init(_ device: TrustedDevice) { self.init(device.id, device.name) }

    init(_ id: TrustedDevice.ID, _ name: String) {
        self.id = id.description
        self.name = name
    }

    private struct Document: Encodable {
        let version = 1
        let device: DeviceReference
    }

    func print(_ console: Console) throws {
        if console.json { return try console.document(Document(device: self)) }
        try console.data(console.shown("\(id)  \(name)"))
    }
}

import ArgumentParser
import Documents
import ProtectionModel
import TrustedDevices

/// Implements `protectctl trust list`.
struct TrustListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the devices of the circle, and who added them."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let others = try OtherDevices(Session(global))
        let standing = try others.standing()
        let document = try Document(standing) { try others.addresses.address(of: $0) }
        guard !global.json else { return try global.console.document(document) }
        if standing.isPending {
            global.console.talk(
                "note: this device has asked to be added, and not heard that it was"
            )
        }
        var table = Table([.left, .left, .left, .left])
        for device in document.devices {
            let adder = device.addedBy.value
            let name = document.devices.first { $0.id == adder }?.name ?? adder
            table.add([
                device.id, device.name.printable,
                name.map { "added by \($0)".printable } ?? "founder",
                device.own ? "this device" : (device.address.value ?? "").printable,
            ])
        }
        for line in table.lines() { try global.console.data(line) }
    }

    private struct Document: Encodable {
        struct Device: Encodable {
            let id: String
            let name: String
            let own: Bool
            let addedBy: OrNull<String>
            let address: OrNull<String>
        }

        let version = 1
        let circle: String
        let pending: Bool
        let devices: [Device]
        let removed: [String]

        init(
            _ standing: TrustCircle.Standing,
            _ address: (TrustedDevice) throws -> String?
        ) throws {
            circle = standing.circle.description
            pending = standing.isPending
            devices = try standing.membership.devices.map { device in
                Device(
                    id: device.id.description,
                    name: device.name,
                    own: device.id == standing.own,
                    addedBy: OrNull(device.addedBy?.description),
                    address: OrNull(try address(device))
                )
            }
            removed = standing.membership.removed.map(\.description).sorted()
        }
    }
}

/// Implements `protectctl trust check`.
struct TrustCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Verify what the devices have said of each other, one by one.",
        discussion: """
            Each statement is printed with its signer, its number and whether it counts. Ends with 1 when \
            one does not: those that a removed device has made since are among them.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let membership = try OtherDevices(Session(global)).standing().membership
        let document = Document(membership)
        if global.json {
            try global.console.document(document)
        } else {
            try print(document, membership)
        }
        guard membership.findings.isEmpty else { throw ExitCode(1) }
    }

    private func print(_ document: Document, _ membership: Membership) throws {
        var table = Table([.left, .right, .left, .left])
        for statement in document.statements {
            let name = membership.devices.first { $0.id.description == statement.signer.value }?
                .name
            table.add([
                (name ?? statement.signer.value ?? "?").printable,
                statement.number.value.map { "\($0)" } ?? "?",
                statement.says.value?.printable ?? "?",
                statement.fault.value ?? "counts",
            ])
        }
        for line in table.lines() { try global.console.data(line) }
    }

    private struct Document: Encodable {
        struct Statement: Encodable {
            let signer: OrNull<String>
            let number: OrNull<UInt32>
            let says: OrNull<String>
            let fault: OrNull<String>
        }

        let version = 1
        let statements: [Statement]

        init(_ membership: Membership) {
            let faults = Dictionary(
                membership.findings.map { ($0.statement, $0.fault) },
                uniquingKeysWith: { first, _ in first }
            )
            let read = membership.statements.sorted {
                ($0.signer, $0.number) < ($1.signer, $1.number)
            }
            let readable = Set(read.map(\.bytes))
            let others = membership.findings.filter { !readable.contains($0.statement) }
            statements =
                read.map { statement in
                    Statement(
                        signer: OrNull(statement.signer.description),
                        number: OrNull(statement.number),
                        says: OrNull(statement.content.sentence),
                        fault: OrNull(faults[statement.bytes]?.rawValue)
                    )
                }
                + others.map { finding in
                    Statement(
                        signer: OrNull(finding.signer?.description),
                        number: OrNull(finding.number),
                        says: OrNull(nil),
                        fault: OrNull(finding.fault.rawValue)
                    )
                }
        }
    }
}

extension Statement.Content {
    /// What is said, in a few words.
    fileprivate var sentence: String {
        switch self {
        case .found: "founded the circle"
        case .add(let record): "added \(record.id)"
        case .remove(let device, _): "removed \(device)"
        case .rename(let name): "is called \(name)"
        }
    }
}

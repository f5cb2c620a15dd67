import Dispatch
import DeviceIdentifiers
import Handoff
import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO
import TrustedDevices

/// The user's other devices, as this process knows and reaches them.
struct OtherDevices: Sendable {
    /// How long a connection may take.
    private static let patience = Duration.seconds(5)

    let circle: TrustCircle
    let addresses: AddressBook
    private let documents: DeviceDocuments
    private let transport: SocketTransport

    init(_ session: Session) throws {
        let documents = session.documents
        self.documents = documents
        circle = TrustCircle { documents }
        addresses = AddressBook(documents)
        transport = try SocketTransport(clock: MachineClock())
    }

    /// What this device knows of its circle.
    ///
    /// - Throws: `ProtectionError` with `not-found` without one.
    func standing() throws -> TrustCircle.Standing {
        guard let standing = try circle.standing() else { throw ProtectionError.noCircle }
        return standing
    }

    /// The device that a user names: by its name, its identifier, or the beginning of that.
    ///
    /// - Throws: `ToolError` with `not-found`; `invalid-argument` where it could be several.
    func device(_ text: String) throws -> TrustedDevice {
        let devices = try standing().membership.devices
        if let exact = devices.first(where: { $0.id.description == text }) { return exact }
        let named = devices.filter { $0.name == text }
        let begun = devices.filter { text.count >= 4 && $0.id.description.hasPrefix(text) }
        let found = named.isEmpty ? begun : named
        guard let device = found.first else {
            throw ToolError(
                .notFound,
                "no device of the circle is called '\(text)'",
                hint: "'protectctl trust list' lists them"
            )
        }
        guard found.count == 1 else {
            throw ToolError(
                .invalidArgument,
                "'\(text)' could be each of \(found.count) devices",
                hint: "name it by its identifier, which 'protectctl trust list' prints"
            )
        }
        return device
    }

    /// A connection to what listens at an address.
    ///
    /// - Throws: `ProtectionError`.
    func connect(to address: String) throws(ProtectionError) -> any DeviceConnection {
        try transport.connect(to: address, within: Self.patience)
    }

    private func connect(to device: TrustedDevice) throws -> any DeviceConnection {
        guard let address = try addresses.address(of: device) else {
            throw ToolError(
                .notFound,
                "where '\(device.name)' listens is not known",
                hint: "'protectctl trust address DEVICE ADDRESS' says so"
            )
        }
        return try connect(to: address)
    }

    /// The activities of this device, with the installed applications.
    ///
    /// `elsewhere` asks the process that offers one, where that is another.
    func handoff(
        _ applications: [InstalledApplication],
        carry: @escaping @Sendable ([UInt8]) -> Void = { _ in },
        elsewhere: @escaping @Sendable () -> [UInt8]?
    ) throws -> DeviceHandoff {
        let handoff = DeviceHandoff(
            circle,
            { [documents] in documents },
            carry: carry,
            elsewhere: elsewhere,
            connect: { [self] in try connect(to: $0) }
        )
        for application in applications {
            guard let declared = try HandoffApplication(installed: application) else { continue }
            _ = handoff.service(for: declared)
        }
        return handoff
    }

    /// Hears of all devices whose address is known what they offer, and tells them what this one does.
    ///
    /// - Returns: those that could not be asked, and why.
    @discardableResult
    func meet(_ handoff: DeviceHandoff) throws -> [(device: TrustedDevice, error: any Error)] {
        let standing = try standing()
        let known = try standing.membership.devices.filter {
            try $0.id != standing.own && addresses.address(of: $0) != nil
        }
        let failures = Gathered<(device: TrustedDevice, error: any Error)>()
        DispatchQueue.concurrentPerform(iterations: known.count) { index in
            do { try meet(known[index], handoff) } catch { failures.add((known[index], error)) }
        }
        return failures.all.sorted {
            ($0.device.name, $0.device.id) < ($1.device.name, $1.device.id)
        }
    }

    /// A device that has not heard of this one yet is introduced to it first.
    private func meet(_ device: TrustedDevice, _ handoff: DeviceHandoff) throws {
        do { try handoff.meet(device) } catch let error as ProtectionError {
            guard error.code == .notTrusted, try standing().membership[device.id] != nil else {
                throw error
            }
            let connection = try connect(to: device)
            defer { connection.close() }
            _ = try circle.introduce(for: try SessionPurpose("handoff")).run(over: connection)
            try handoff.meet(device)
        }
    }
}

extension HandoffApplication {
    /// What an installed application declares; nil without a team, of which no device knows whose it is.
    init?(installed application: InstalledApplication) throws(ProtectionError) {
        guard let team = application.team else { return nil }
        try self.init(
            application.identifier,
            team: team,
            activityTypes: application.activityTypes,
            associatedDomains: Array(application.associatedDomains)
        )
    }
}

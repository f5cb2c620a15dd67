import KeyManagement
import ProtectionModel
import TrustedDevices

/// Where a process with an invitation or an offer is reached: at its own address, or by what listens for the device.
struct Door: Sendable {
    /// Where other devices connect.
    let address: String
    private let place: TakenPlace
    private let listening: Listening?

    /// Takes the place of the role, and listens at an address if one is given.
    ///
    /// - Throws: `ToolError` with `already-exists` while another process has the place; `invalid-argument` where
    ///   nothing listens for the device.
    init(_ role: LocalPlace.Role, of session: Session, listeningAt address: String?) throws {
        let known = try LocalPlace(.listener, of: session).note()
        guard address != nil || known != nil else {
            throw ToolError(
                .invalidArgument,
                "nothing listens for this device",
                hint:
                    "--listen ADDRESS does, or 'protectctl handoff serve --listen ADDRESS' beside it"
            )
        }
        guard let place = try LocalPlace(role, of: session).take(note: "") else {
            throw ToolError(
                .alreadyExists,
                "another command waits for this device: an \(role.rawValue)",
                hint: "end that first"
            )
        }
        listening = try address.map(Listening.init(at:))
        self.place = place
        self.address = listening?.address ?? known ?? ""
    }

    /// Answers from now on; what comes by the processes of this device goes to `local`.
    func open(
        _ answer: @escaping @Sendable (any DeviceConnection) -> Void,
        local: (@Sendable (any DeviceConnection) -> Void)? = nil
    ) throws {
        try Reception(local ?? answer).open(place.transport)
        if let listening { try Reception(answer).open(listening.transport) }
    }

    func end() {
        place.leave()
        listening?.end()
    }
}

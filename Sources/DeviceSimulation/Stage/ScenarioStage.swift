import DeviceIdentifiers
import KeyManagement
import ProtectedStore
import ProtectionModel

/// A device with what the steps of a scenario keep between them.
struct ScenarioStage {
    let device: SimulatedDevice
    /// The defaults of the application that the scenario is about.
    let settings = StageSettings()
    /// Whose device it is, as far as identifiers depend on it.
    let identifierSettings: IdentifierSettings
    /// The identifiers that were kept by name.
    var kept: [String: FactValue] = [:]
    /// The open handles by name; a restart ends them all.
    var handles: [String: ProtectedFile] = [:]
    /// What is around the device that notifications come from.
    var surroundings = StageSurroundings()
    /// Its place among other devices; nil where there are none.
    var place: StagePlace?
    /// What happened since the last `expect-events`.
    private var events: [DeviceEvent] = []

    /// A stage with nothing on it but the device.
    init(
        _ device: SimulatedDevice,
        _ identifiers: IdentifierSettings,
        at place: StagePlace? = nil
    ) {
        self.device = device
        self.place = place
        identifierSettings = identifiers
    }

    /// Does what a step says, and returns the facts about its outcome.
    ///
    /// - Throws: `ProtectionError` with the code of whatever went wrong.
    mutating func perform(_ operation: StepOperation) throws -> StepFacts {
        if case .expectEvents = operation { return takeEvents() }
        defer { collectEvents() }
        try checkPower(for: operation)
        switch operation {
        case .boot, .unlock, .lock, .reboot, .shutDown, .crash, .advance, .advanceTo, .passcode:
            try press(operation)
            if case .crash = operation { try place?.relaunch() }
            return try deliverWaiting()
        case .readHandle, .writeHandle, .append, .truncateHandle, .synchronize, .close:
            return try useHandle(operation)
        case .setDefault, .check: return try useSettings(operation)
        case .install, .uninstall, .readIdentifier, .track, .allowTrackingRequests:
            return try useIdentifiers(operation)
        case .addPassword, .readPassword, .updatePassword, .removePassword:
            return try useKeychain(operation)
        case .handOff(let step): return try handOff(step)
        case .notify(let step):
            let facts = try notify(step)
            if device.lockMachine.state != .off { try noteDue() }
            return facts
        default:
            return try useFiles(operation)
        }
    }

    private mutating func collectEvents() {
        let new = device.takeEvents()
        events += new
        guard new.contains(where: { Self.endsHandles.contains($0.kind) }) else { return }
        handles = [:]
        settings.restart()
    }

    private static let endsHandles: Set<DeviceEvent.Kind> = [
        .booted, .rebooted, .shutdown, .erased,
    ]

    private mutating func takeEvents() -> StepFacts {
        defer { events = [] }
        var facts = StepFacts()
        facts[.events] = .list(events.map(\.kind.rawValue))
        return facts
    }

    /// Refuses what a device that is off, or erased, does not do.
    private func checkPower(for operation: StepOperation) throws {
        do { _ = try device.holder.volumeKeys() } catch let error as ProtectionError {
            if error.code == .deviceOff {
                switch operation {
                // Locking what is not unlocked changes nothing; handles say themselves that they
                // are closed; pushes wait outside.
                case .boot, .lock, .notify(.push), .readHandle, .writeHandle, .append,
                    .truncateHandle,
                    .synchronize, .close:
                    return
                default: break
                }
            }
            throw ProtectionError(error, path: nil)
        }
    }
}

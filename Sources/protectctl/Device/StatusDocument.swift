import FoundationEssentials
import KeyAgent
import KeyManagement
import ProtectionModel
import SessionWatching

/// The document of `status --json`.
struct StatusDocument: Encodable {
    struct Busy: Encodable {
        let pid: Int32
        let process: String
        let `class`: String
    }

    struct Settings: Encodable {
        let grace: Double
        let autoLock: OrNull<Double>
        let inactivityReboot: OrNull<Double>
        let userInactiveAfter: OrNull<Double>
        let maxFailedAttempts: OrNull<UInt32>
        let delays: String
        let kdf: String
        let cipher: String

        init(_ settings: DeviceSettings) {
            func seconds(_ time: Duration?) -> OrNull<Double> {
                OrNull(time.map(StatusDocument.seconds))
            }
            grace = StatusDocument.seconds(settings.grace)
            autoLock = seconds(settings.autoLock)
            inactivityReboot = seconds(settings.inactivityReboot)
            userInactiveAfter = seconds(settings.userInactiveAfter)
            maxFailedAttempts = OrNull(settings.maximumFailedAttempts)
            delays = settings.delays.word
            kdf = DerivationCost.word(for: settings.derivationCost)
            cipher = settings.suite.word
        }
    }

    struct PIN: Encodable {
        let name: String
        let tpm: String
        let left: OrNull<UInt32>
        let tries: OrNull<UInt32>
        let error: OrNull<String>

        init(_ report: PINReport) {
            name = report.name
            tpm = report.address
            let count = try? report.count.get()
            left = OrNull(count?.left)
            tries = OrNull(count?.limit)
            if case .failure(let failure) = report.count {
                error = OrNull(failure.code.description)
            } else {
                error = OrNull(nil)
            }
        }
    }

    struct LockWith: Encodable {
        let events: [String: String]
        let delaysSleep: Bool
        let delayRefused: Bool
        let delayLimit: OrNull<Double>

        init(_ session: SessionReport) {
            events = Dictionary(
                uniqueKeysWithValues: session.followed.map {
                    ($0.source.rawValue, $0.standing.rawValue)
                }
            )
            delaysSleep = session.delaysSleep
            delayRefused = session.refusesDelay
            delayLimit = OrNull(session.delayLimit.map(StatusDocument.seconds))
        }
    }

    let version = 1
    let state: String
    let passcode: Bool
    let protectedDataAvailable: Bool
    let failedAttempts: UInt32
    let retryAfter: Double?
    let graceEndsIn: Double?
    let classes: [String: Bool]
    let openHandles: UInt64
    let busy: [Busy]
    let memoryLocked: Bool
    let device: String
    let id: String
    let deviceKey: String?
    let keySource: String?
    let tpm: String?
    let rollbackPinned: Bool?
    let settings: Settings
    let lockWith: LockWith?
    let onLock: String?
    let onUnlock: String?
    let pin: PIN?

    init(_ status: AgentStatus, _ place: DevicePlace, _ pin: PINReport?) {
        self.pin = pin.map(PIN.init)
        let device = status.device
        state = device.state.rawValue
        passcode = device.hasPasscode
        protectedDataAvailable = device.isProtectedDataAvailable
        failedAttempts = device.failedAttempts
        retryAfter = device.retryAfter.map { Self.seconds($0) }
        graceEndsIn = device.graceEndsIn.map { Self.seconds($0) }
        classes = Dictionary(
            uniqueKeysWithValues: ProtectionClass.allCases.map { ($0.name, device.isOpenable($0)) }
        )
        openHandles = status.openHandles
        busy = status.busy.map {
            Busy(pid: $0.process.identifier, process: $0.process.name, class: $0.protection.name)
        }
        memoryLocked = device.isMemoryLocked
        self.device = place.directory
        id = place.id.description
        deviceKey = place.key
        keySource = place.key == nil ? nil : place.chip == nil ? "file" : "tpm"
        tpm = place.chip
        rollbackPinned = place.key == nil ? nil : place.chip != nil
        settings = Settings(status.settings)
        lockWith = status.session.map { LockWith($0) }
        onLock = status.onLock
        onUnlock = status.onUnlock
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.wholeMilliseconds) / 1_000
    }

    private enum Key: String, CodingKey {
        case version, state, passcode, protectedDataAvailable, failedAttempts, retryAfter
        case graceEndsIn, classes, openHandles, busy, memoryLocked
        case device, id, deviceKey, keySource, tpm, rollbackPinned, settings, lockWith
        case onLock, onUnlock, pin
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(version, forKey: .version)
        try container.encode(state, forKey: .state)
        try container.encode(passcode, forKey: .passcode)
        try container.encode(protectedDataAvailable, forKey: .protectedDataAvailable)
        try container.encode(failedAttempts, forKey: .failedAttempts)
        // The contract has null, not a missing key.
        try container.encode(retryAfter, forKey: .retryAfter)
        try container.encode(graceEndsIn, forKey: .graceEndsIn)
        try container.encode(classes, forKey: .classes)
        try container.encode(openHandles, forKey: .openHandles)
        try container.encode(busy, forKey: .busy)
        try container.encode(memoryLocked, forKey: .memoryLocked)
        try container.encode(device, forKey: .device)
        try container.encode(id, forKey: .id)
        try container.encode(deviceKey, forKey: .deviceKey)
        try container.encode(keySource, forKey: .keySource)
        try container.encode(tpm, forKey: .tpm)
        try container.encode(rollbackPinned, forKey: .rollbackPinned)
        try container.encode(settings, forKey: .settings)
        try container.encode(lockWith, forKey: .lockWith)
        try container.encode(onLock, forKey: .onLock)
        try container.encode(onUnlock, forKey: .onUnlock)
        try container.encode(pin, forKey: .pin)
    }
}

import AuditCollection
import AuditFacts
import DeviceIdentifiers
import KeyAgent
import KeyManagement
import PolicyAudit
import ProtectedStore
import ProtectionModel
import SodiumCrypto

/// What a device shows of itself without any class key.
enum DeviceSurvey {
    /// Reads the device that `--device` names.
    ///
    /// - Throws: what opening a device throws; damage to single files is noted instead.
    static func device(_ global: GlobalOptions) throws -> AuditedDevice {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        let passcode = try DeviceRecords(
            directory,
            keySource: try location.keySource(of: try directory.deviceID()),
            arena: SecureArena()
        ).passcodeGuard()
        let session = try Session(global)
        let stored = try StoredFiles(in: session.files)
        let (reads, problem) = try reads(session)
        let facts = DeviceFacts(
            name: global.device ?? location.directory,
            hasPasscode: passcode.hasPasscode,
            eraseAfterFailures: passcode.maximumFailedAttempts.map { Int($0) },
            minimumPasscodeLength: passcode.minimumLength,
            files: stored.files,
            readsWithoutPurpose: reads
        )
        return AuditedDevice(facts, unread: stored.unread + problem)
    }

    /// Reads of identifiers without a purpose; where the ledger cannot be read, why.
    private static func reads(
        _ session: Session
    ) throws -> (reads: [IdentifierRead]?, problem: [UnreadInput]) {
        func unread(_ reason: UnreadInput.Reason, _ message: String) -> [UnreadInput] {
            [UnreadInput(path: DeviceFacts.root, reason: reason, message: message)]
        }
        guard try session.keys.status().isOpenable(.completeUntilFirstUserAuthentication) else {
            return (
                nil,
                unread(.unreadable, "who read identifiers is not known before the first unlock")
            )
        }
        do {
            let entries = try IdentifierService(of: session.documents).ledger.entries()
            let reads = entries.filter { $0.purpose == nil }.map {
                IdentifierRead(
                    identifier: $0.identifier.description,
                    application: $0.app.description,
                    entry: $0.sequence
                )
            }
            return (reads, [])
        } catch {
            return (nil, unread(.malformed, "the ledger of identifiers: \(error.description)"))
        }
    }
}

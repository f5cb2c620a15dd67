import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO

/// A start of whatever a power loss left, and what is found.
struct Recovery {
    /// Passcodes of scenarios, in the order in which a user who forgot would try them.
    static let passcodes = ["2580", "1379", "4826"]

    let disk: InMemoryFileSystem
    /// Nil when there is no device, or it was erased.
    let device: CrashDevice?
    let picture: Picture
    /// Wrong guesses counted before anybody tried one.
    let failures: UInt32

    /// Boots, unlocks and reads everything.
    init(_ disk: InMemoryFileSystem) {
        self.disk = disk
        var failures: UInt32 = 0
        do {
            let device = try CrashDevice(on: disk)
            failures = try device.holder.status().failedAttempts
            let condition = try Self.unlock(device)
            var picture = Picture(condition: condition)
            if case .open = condition { picture.add(device.files) }
            self.device = device
            self.picture = picture
        } catch {
            device = nil
            switch Picture.code(error) {
            case .deviceNotFound: picture = Picture(condition: .absent)
            case .deviceErased: picture = Picture(condition: .erased)
            case let code: picture = Picture(condition: .broken(code))
            }
        }
        self.failures = failures
    }

    private static func unlock(_ device: CrashDevice) throws -> Picture.Condition {
        guard try device.holder.status().hasPasscode else { return .open(passcode: nil) }
        for passcode in passcodes {
            do {
                try device.unlock(passcode)
                return .open(passcode: passcode)
            } catch let error as ProtectionError where error.code == .passcodeIncorrect { continue }
        }
        return .lockedOut
    }
}

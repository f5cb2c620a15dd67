import DeviceIdentifiers
import DeviceSimulation
import Foundation
import KeyManagement
import ProtectedKeychain
import ProtectedStore
import ProtectionModel
import TestSupport

/// A device with an application on it that uses the keychain.
struct Phone {
    static let application = "com.example.mail"

    let device: SimulatedDevice
    let keychain: DeviceKeychain

    /// An unlocked device.
    init(
        hasPasscode: Bool = true,
        application: String = Self.application,
        accessGroups: [String] = [],
        applicationGroups: [String] = []
    ) throws {
        try self.init(
            SimulatedDevice.make(hasPasscode: hasPasscode),
            application: application,
            accessGroups: accessGroups,
            applicationGroups: applicationGroups
        )
    }

    /// Another application on the same device.
    init(
        _ device: SimulatedDevice,
        application: String = Self.application,
        accessGroups: [String] = [],
        applicationGroups: [String] = []
    ) throws {
        self.device = device
        keychain = DeviceKeychain(
            device,
            application: try BundleIdentifier(application),
            accessGroups: accessGroups,
            applicationGroups: applicationGroups
        )
    }

    /// Brings the device from unlocked into a state.
    func enter(_ state: LockState) throws {
        switch state {
        case .unlocked: break
        case .locking: try device.holder.lock(skippingGrace: false)
        case .locked: try device.lock()
        case .beforeFirstUnlock: try device.holder.reboot()
        case .off: try device.holder.shutDown()
        }
    }

    // MARK: The platform's calls

    func add(_ attributes: [CFString: Any]) -> OSStatus {
        DeviceKeychain.withCurrent(keychain) { SecItemAdd(attributes as CFDictionary, nil) }
    }

    func adding(_ attributes: [CFString: Any]) -> (status: OSStatus, result: CFTypeRef?) {
        DeviceKeychain.withCurrent(keychain) {
            var result: CFTypeRef?
            let status = SecItemAdd(attributes as CFDictionary, &result)
            return (status, result)
        }
    }

    func find(_ query: [CFString: Any]) -> (status: OSStatus, result: CFTypeRef?) {
        DeviceKeychain.withCurrent(keychain) {
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            return (status, result)
        }
    }

    func update(_ query: [CFString: Any], _ change: [CFString: Any]) -> OSStatus {
        DeviceKeychain.withCurrent(keychain) {
            SecItemUpdate(query as CFDictionary, change as CFDictionary)
        }
    }

    func delete(_ query: [CFString: Any]) -> OSStatus {
        DeviceKeychain.withCurrent(keychain) { SecItemDelete(query as CFDictionary) }
    }

    // MARK: What tests look at again and again

    /// The data of the one item that a query finds.
    func data(_ query: [CFString: Any]) -> Data? {
        find(query.merging([kSecReturnData: true]) { $1 }).result as? Data
    }

    /// The attributes of the one item that a query finds.
    func attributes(_ query: [CFString: Any]) -> [String: Any]? {
        find(query.merging([kSecReturnAttributes: true]) { $1 }).result as? [String: Any]
    }

    /// The accounts of all items that a query finds, in their order.
    func accounts(_ query: [CFString: Any]) -> [String] {
        let all: [CFString: Any] = [kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll]
        let result = find(query.merging(all) { $1 }).result as? [[String: Any]]
        return (result ?? []).compactMap { $0[kSecAttrAccount as String] as? String }
    }

    /// The persistent reference of the one item that a query finds.
    func reference(_ query: [CFString: Any]) -> Data? {
        find(query.merging([kSecReturnPersistentRef: true]) { $1 }).result as? Data
    }
}

/// A generic password of a service and an account, with what is `added`.
func password(
    _ account: String = "ann",
    service: String = "mail",
    _ added: [CFString: Any] = [:]
) -> [CFString: Any] {
    [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
    ].merging(added) { $1 }
}

/// The same with a secret.
func newPassword(
    _ account: String = "ann",
    service: String = "mail",
    secret: String = "secret",
    _ added: [CFString: Any] = [:]
) -> [CFString: Any] {
    password(account, service: service, added)
        .merging([kSecValueData: Data(secret.utf8)]) { $1 }
}

extension Phone {
    /// The application's keychain in other documents: those of another process, or after a crash.
    init(_ device: SimulatedDevice, documents: DeviceDocuments) throws {
        self.device = device
        keychain = DeviceKeychain({ documents }, .these([Self.application]))
    }
}

extension SimulatedDevice {
    /// What another process sees of the device's documents.
    func secondDocuments() throws -> DeviceDocuments {
        let directory = try DeviceDirectory("/device", on: memoryFileSystem)
        let context = StoreContext(
            fileSystem: memoryFileSystem,
            keys: holder,
            workerCount: 1,
            patience: .none
        )
        return DeviceDocuments(in: directory, context)
    }
}

import KeyManagement
public import ProtectedStore
public import ProtectionModel
import SodiumCrypto

/// What becomes of items when a backup is restored.
extension DeviceKeychain {
    /// Puts onto a device the items that a restore of another's backup brings.
    ///
    /// Left behind are those of `…ThisDeviceOnly`, unless the backup is restored on the device that it
    /// was made of, and those that live with a passcode in any case. (Apple, `SecItem.h`;
    /// `SecItemDb.c`, `s3dl_export_row`.) An item that `target` has already stays as it is.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` unless both devices are unlocked,
    ///   `device-off`, `busy`, `no-space`, `io-error`.
    public static func restoreBackup(
        of source: any ProtectedDevice,
        onto target: any ProtectedDevice
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let isSame = source.documents.keys.deviceID == target.documents.keys.deviceID
            let items = try ItemStore(source.documents, .all).readable().filter { item in
                !item.accessibility.isBoundToPasscode
                    && (isSame || !item.accessibility.isThisDeviceOnly)
            }
            try ItemStore(target.documents, .all).restore(items)
        }
    }
}

extension ItemStore {
    /// Every item, in its order.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` when one cannot be read.
    func readable() throws -> [KeychainItem] {
        try documents.reading(.keychain) { files, folder in
            try labels(files, folder).whole.compactMap { found in
                do { return try read(found, files, folder).item } catch let error as ProtectionError
                {
                    // Removed meanwhile.
                    guard error.code == .notFound else { throw error }
                    return nil
                }
            }
        } ?? []
    }

    /// Adds items as they were, dates included, where there is none like them.
    ///
    /// When one cannot be saved none is added. What a crash leaves undone another restore does.
    func restore(_ items: [KeychainItem]) throws {
        try documents.changing(.keychain) { files, folder in
            let known = try labels(files, folder).found
            let order = known.map(\.label.order).max() ?? 0
            let new = items.filter { item in !known.contains { $0.label.isSame(item) } }
            var names: [String] = []
            do {
                for (offset, item) in new.enumerated() {
                    let name = ItemReference.name(documents.keys.random.bytes(16))
                    let place = order + UInt64(offset) + 1
                    // One whose saving failed at its end may be there.
                    names.append(name)
                    _ = try save(item, name, order: place, files, folder)
                }
            } catch {
                // What cannot be removed either is there when the restore is tried again.
                for name in names { try? files.remove(folder.appending(name)) }
                throw error
            }
        }
    }
}

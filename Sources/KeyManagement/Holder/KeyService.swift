package import ProtectionModel
package import SodiumCrypto

/// The holder of the class keys: an object in this process, or the agent behind a socket.
///
/// The store above cannot tell them apart. Class keys never leave the holder; file keys arrive in
/// ``arena``, in the group of their class, and are wiped there when the class is discarded.
package protocol KeyService: AnyObject, Sendable {
    /// Whose keys these are.
    var deviceID: DeviceID { get }
    /// Where the keys of this process live.
    var arena: SecureArena { get }
    /// The cipher new files get.
    var suite: ChunkCipherSuite { get }
    /// Where new keys' identifiers and nonces come from.
    var random: any RandomSource { get }
    /// What gives the times of files.
    var clock: any DeviceClock { get }

    /// Lets what is due by the clock take effect; a service elsewhere looks at its own.
    func advance()
    /// Content moves, so the device is not idle; cheap enough for every piece of it.
    ///
    /// Called when something has moved, never while something is waited for: a transfer that stalls
    /// does not keep a device unlocked.
    func noteActivity()
    /// The keys for names and headers.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `device-erased` or `agent-unreachable`.
    func volumeKeys() throws -> VolumeKeys
    /// Makes file keys; all or none, at most 256.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` when a class cannot be created
    ///   now.
    func makeKeys(_ requests: [NewKeyRequest]) throws -> [NewKey]
    /// Opens file keys, each for itself, at most 256.
    ///
    /// - Throws: `ProtectionError` when the holder cannot be asked at all.
    func unwrap(
        _ requests: [UnwrapRequest]
    ) throws -> [Result<SecretBox, ProtectionError>]
    /// Wraps a file key anew for another class; the key itself stays with the holder.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` when either class key is
    ///   missing.
    func rewrap(
        _ request: UnwrapRequest,
        to protection: ProtectionClass
    ) throws -> WrappedKey
    /// How the device stands now.
    ///
    /// - Throws: `ProtectionError` when the holder cannot be asked.
    func status() throws -> DeviceStatus
    /// Calls `observer` synchronously at every step of a lock, boot or end, until cancelled.
    ///
    /// The observer may use files and keys; it must not lock, unlock, boot or end the device.
    func observe(_ observer: @escaping @Sendable (LockNotice) -> Void) -> LockObservation
}

extension KeyService {
    package func advance() {}
}

/// Asks for a fresh file key.
package struct NewKeyRequest: Sendable {
    package let fileID: FileID
    package let protection: ProtectionClass

    /// A key for the file `fileID` under a class.
    package init(fileID: FileID, protection: ProtectionClass) {
        self.fileID = fileID
        self.protection = protection
    }
}

/// A fresh file key and its wrap.
package struct NewKey: Sendable {
    package let key: SecretBox
    package let wrapped: WrappedKey

    /// Pairs key and wrap.
    package init(key: SecretBox, wrapped: WrappedKey) {
        self.key = key
        self.wrapped = wrapped
    }
}

/// Asks for the file key inside a wrap.
package struct UnwrapRequest: Sendable {
    package let wrapped: WrappedKey
    package let fileID: FileID

    /// The wrap that stands in the header of the file `fileID`.
    package init(_ wrapped: WrappedKey, fileID: FileID) {
        self.wrapped = wrapped
        self.fileID = fileID
    }
}

/// Whether what is done with a device counts as its use, which keeps it from locking when idle.
package enum DeviceUse {
    /// Whether what this task does happens by itself, and so is no use.
    @TaskLocal package static var isInBackground = false

    /// Runs what happens by itself, such as the delivery of a notification: it leaves the device idle.
    package static func inBackground<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result: Swift.Result<Result, Failure> = $isInBackground.withValue(true) {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}

public import DeviceIdentifiers
import KeyManagement
public import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// A device whose keys live in this process: for programs that work without the agent.
///
/// ```swift
/// let device = try Device(at: "/var/lib/kiosk/device", keyAt: "/var/lib/kiosk/device.key")
/// try device.boot()
/// try device.unlock(DevicePasscode(contentsOfFile: credential))
/// try device.files.write(bytes, to: "/inbox/a", as: .complete)
/// try device.lock()
/// ```
///
/// Beside files a device keeps applications with their ``identifiers``, login credentials
/// (``DeviceCredentials``) and, with the product ConfigurationProfiles, `preferences(of:)` and the
/// profiles that force some.
///
/// One process at a time may hold the keys of a device, this object or an agent.
public final class Device: Sendable {
    private let directory: DeviceDirectory
    private let holder: KeyHolder
    private let context: StoreContext
    private let store = Mutex<FileStore?>(nil)
    /// What the device keeps of its own, such as settings and identifiers.
    public let documents: DeviceDocuments
    // Makes grace and auto-lock take effect on time; ends with the device.
    private let deadlines: DeadlineThread

    /// Makes a new device: the directory `path`, which must not exist, and the key file `keyPath`
    /// outside it.
    ///
    /// - Throws: ``ProtectionError`` with `device-exists`, `already-exists` for the key file,
    ///   `passcode-policy`, `cipher-unavailable`, `no-space`, `io-error`; `busy` when the memory
    ///   that a passcode takes is not available.
    public static func create(
        at path: String,
        keyAt keyPath: String,
        options: DeviceOptions = DeviceOptions(),
        passcode: borrowing DevicePasscode
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let copy: Passcode? = try passcode.passcode.copy()
            try make(path, keyPath, options, copy)
        }
    }

    /// Makes a new device that has no passcode, and so cannot be locked.
    ///
    /// - Throws: as ``create(at:keyAt:options:passcode:)``.
    public static func createWithoutPasscode(
        at path: String,
        keyAt keyPath: String,
        options: DeviceOptions = DeviceOptions()
    ) throws(ProtectionError) {
        try ProtectionError.wrapping { try make(path, keyPath, options, nil) }
    }

    private static func make(
        _ path: String,
        _ keyPath: String,
        _ options: DeviceOptions,
        _ passcode: borrowing Passcode?
    ) throws {
        let (folder, name) = split(path)
        let source = keySource(keyPath)
        _ = try DeviceMaker(
            on: PosixFileSystem(),
            random: SystemRandomSource(),
            arena: SecureArena()
        ).make(
            name,
            in: folder,
            settings: options.settings,
            rootProtection: options.rootProtection,
            passcode: passcode
        ) { _ in source }
    }

    /// Takes hold of an existing device, which stays off until ``boot()``.
    ///
    /// - Throws: ``ProtectionError`` with `device-not-found`, `device-key-missing`,
    ///   `device-erased`, `busy` when another process holds it, `authentication-failure`,
    ///   `unsupported-version`, `cipher-unavailable`.
    public init(at path: String, keyAt keyPath: String) throws(ProtectionError) {
        (directory, holder, deadlines) = try ProtectionError.wrapping {
            let directory = try DeviceDirectory(path, on: PosixFileSystem())
            let holder = try KeyHolder(
                directory,
                keySource: Self.keySource(keyPath),
                clock: MachineClock(),
                random: SystemRandomSource(),
                arena: SecureArena()
            )
            return (directory, holder, try DeadlineThread(holder))
        }
        context = StoreContext(
            fileSystem: PosixFileSystem(),
            keys: holder,
            workerCount: SystemTime.processorCount,
            patience: LockPatience(limit: .seconds(5), pause: SystemTime.sleep)
        )
        documents = DeviceDocuments(in: directory, context)
    }

    /// Switches the device on: before its first unlock, or unlocked without a passcode.
    ///
    /// - Throws: ``ProtectionError`` with `device-erased`, `authentication-failure`.
    public func boot() throws(ProtectionError) {
        try ProtectionError.wrapping { try holder.boot() }
    }

    /// The files; there while the device is on.
    public var files: FileStore {
        get throws(ProtectionError) {
            try ProtectionError.wrapping {
                if let files = store.withLock({ $0 }) { return files }
                let files = try FileStore(in: directory.directory.descriptor, context)
                return store.withLock { store in
                    store = store ?? files
                    return store ?? files
                }
            }
        }
    }

    /// The applications on this device, what they read as identifiers, and what the user can do
    /// about it.
    ///
    /// ```swift
    /// let mail = try BundleIdentifier("com.example.mail")
    /// try device.identifiers.applications.install(NewApplication(mail))
    /// let identifier = try device.identifiers.vendorIdentifier(for: mail, purpose: "crash reports")
    /// ```
    ///
    /// Ask for it anew after a restart: before the first unlock nothing is known of applications,
    /// not even that there are none.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `device-erased`;
    ///   `protected-data-unavailable` before the first unlock.
    public var identifiers: IdentifierService {
        get throws(ProtectionError) {
            try ProtectionError.wrapping { try documents.identifiers(holder) }
        }
    }

    /// Where the device stands now.
    public var state: LockState {
        get throws(ProtectionError) { try ProtectionError.wrapping { try status().state } }
    }

    /// What `isProtectedDataAvailable` answers on iOS: false from the lock on, also in the grace.
    public var isProtectedDataAvailable: Bool {
        get throws(ProtectionError) {
            try ProtectionError.wrapping { try status().isProtectedDataAvailable }
        }
    }

    /// Whether files of a class can be opened now.
    ///
    /// - Throws: ``ProtectionError`` with `internal-error`.
    public func isReadable(_ protection: ProtectionClass) throws(ProtectionError) -> Bool {
        try ProtectionError.wrapping { try status().isOpenable(protection) }
    }

    private func status() throws -> DeviceStatus {
        try ProtectionError.wrapping { try holder.status() }
    }

    /// Unlocks.
    ///
    /// - Throws: ``ProtectionError`` with `passcode-incorrect`, `passcode-delayed`, `device-off`;
    ///   `busy` when a lock came meanwhile, or the memory that checking a passcode takes is not
    ///   available.
    public func unlock(_ passcode: borrowing DevicePasscode) throws(ProtectionError) {
        try ProtectionError.wrapping { try holder.unlock(passcode.passcode) }
    }

    /// Locks; keys of class A and B go when the grace is over, or at once.
    ///
    /// - Throws: ``ProtectionError`` with `internal-error`.
    public func lock(skippingGrace: Bool = false) throws(ProtectionError) {
        try ProtectionError.wrapping { try holder.lock(skippingGrace: skippingGrace) }
    }

    /// Restarts: handles are closed, what they wrote is kept.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`.
    public func reboot() throws(ProtectionError) {
        try ProtectionError.wrapping { try holder.reboot() }
    }

    /// Switches off: handles are closed, what they wrote is kept, no key stays in memory.
    ///
    /// - Throws: ``ProtectionError`` with `internal-error`.
    public func shutDown() throws(ProtectionError) {
        try ProtectionError.wrapping { try holder.shutDown() }
    }

    /// Sets the first passcode.
    ///
    /// - Throws: ``ProtectionError`` with `already-exists` when there is one; `busy` as
    ///   ``unlock(_:)``.
    public func setPasscode(_ new: borrowing DevicePasscode) throws(ProtectionError) {
        try ProtectionError.wrapping {
            try documents.removePasscodeBound()
            try holder.setPasscode(new.passcode)
        }
    }

    /// Changes the passcode; no file is rewritten.
    ///
    /// - Throws: ``ProtectionError`` as ``unlock(_:)``, and `passcode-not-set`.
    public func changePasscode(
        _ old: borrowing DevicePasscode,
        to new: borrowing DevicePasscode
    ) throws(ProtectionError) {
        try ProtectionError.wrapping { try holder.changePasscode(old.passcode, to: new.passcode) }
    }

    /// Sets what passcodes must be like, and at most how long grace, auto-lock and guesses may
    /// last.
    ///
    /// A grace that runs longer ends at once: the device locks, and observers are called.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `device-erased`, `no-space`, `io-error`.
    package func setPasscodeRules(_ rules: PasscodeRules) throws {
        try holder.setPasscodeRules(rules)
    }

    /// Removes the passcode, which leaves the device unlocked.
    ///
    /// A lock that comes meanwhile is not undone: the passcode stays.
    ///
    /// - Throws: ``ProtectionError`` as ``unlock(_:)``, and `passcode-not-set`.
    public func removePasscode(_ old: borrowing DevicePasscode) throws(ProtectionError) {
        try ProtectionError.wrapping { try holder.removePasscode(old.passcode) }
    }

    /// Destroys the device key: nothing decrypts afterwards, no data block is rewritten.
    ///
    /// - Throws: ``ProtectionError`` with `io-error`; repeating it finishes the work.
    public func erase() throws(ProtectionError) {
        try ProtectionError.wrapping { try holder.erase() }
    }

    /// Calls `observer` at every event, synchronously: at `willBecomeUnavailable` no key is gone.
    ///
    /// It may use files; it must not lock, unlock or end the device.
    public func observe(
        _ observer: @escaping @Sendable (DeviceEvent) -> Void
    ) -> DeviceObservation {
        DeviceObservation(
            holder.observe { notice in
                if case .event(let event) = notice { observer(event) }
            }
        )
    }

    /// The events from now on, each delivered after it happened.
    public var events: AsyncStream<DeviceEvent> {
        AsyncStream { continuation in
            let observation = observe { continuation.yield($0) }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }

    private static func keySource(_ path: String) -> FileDeviceKeySource {
        let (folder, name) = split(path)
        return FileDeviceKeySource(folder: folder, name: name, on: PosixFileSystem())
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (
            slash == path.startIndex ? "/" : String(path[..<slash]),
            String(path[path.index(after: slash)...])
        )
    }
}

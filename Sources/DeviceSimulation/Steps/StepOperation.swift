import ContentRestrictions
import DeviceIdentifiers
import Preferences
import ProtectedKeychain
import ProtectedStore
import ProtectionModel

/// What a step of a scenario does, with its arguments.
enum StepOperation: Sendable {
    /// What the clock can jump to.
    enum Deadline: String, Sendable, CaseIterable {
        /// The idle device locks itself.
        case autoLock = "auto-lock"
        /// Files of class when-user-inactive close.
        case userInactive = "user-inactive"
        /// The device restarts because it was not unlocked.
        case inactivityReboot = "inactivity-reboot"
    }

    /// How a file is opened.
    struct Opening: Sendable {
        let path: DevicePath
        let mode: ProtectedFile.Mode
        /// The name later steps use; nil closes the handle at once.
        let name: String?
        let isCreating: Bool
        let protection: ProtectionClass?
    }

    /// Switches on.
    case boot
    /// Tries a passcode; nil when none is given.
    case unlock(String?)
    /// Starts the grace period.
    case lock
    /// Moves the clock.
    case advance(Duration)
    /// Moves the clock to something that will happen by itself.
    case advanceTo(Deadline)
    /// Restarts.
    case reboot
    /// Switches off.
    case shutDown
    /// Pulls the plug.
    case crash
    /// Makes a folder.
    case makeDirectory(DevicePath, ProtectionClass?)
    /// Replaces a file's content, by a new file or in the old one.
    case write(StepContent, DevicePath, ProtectionClass?, isAtomic: Bool)
    /// Reads a file.
    case read(DevicePath)
    /// Opens a file.
    case open(Opening)
    /// Reads through a handle; without a length to the end.
    case readHandle(String, offset: UInt64, length: UInt64?)
    /// Writes through a handle.
    case writeHandle(StepContent, String, offset: UInt64)
    /// Writes behind the end through a handle.
    case append(StepContent, String)
    /// Cuts a file or lets it grow.
    case truncate(DevicePath, UInt64)
    /// Cuts a file through a handle or lets it grow.
    case truncateHandle(String, UInt64)
    /// Makes durable what was written.
    case synchronize(String)
    /// Ends a handle.
    case close(String)
    /// Gives a file or folder another name.
    case rename(DevicePath, to: DevicePath)
    /// Copies a file.
    case copy(DevicePath, to: DevicePath)
    /// Removes a file or an empty folder.
    case remove(DevicePath)
    /// Names the children of a folder.
    case list(DevicePath)
    /// Reads the metadata that needs no key.
    case stat(DevicePath)
    /// Changes the class of a file or folder.
    case protect(DevicePath, ProtectionClass)
    /// Sets a passcode without `old`, removes it without `new`; at least one is given.
    case passcode(old: String?, new: String?)
    /// Sets a key of a domain, or removes it with nil.
    case setDefault(String, PreferenceValue?, SettingDomain)
    /// Decides about an item by the content restrictions.
    case check(RatedItem)
    /// Installs an application, or updates it.
    case install(NewApplication, StepDeclarations?)
    /// Removes an application.
    case uninstall(BundleIdentifier)
    /// An application reads an identifier, which is kept under a name if there is one.
    case readIdentifier(IdentifierKind, BundleIdentifier, name: String?)
    /// An application asks for tracking, and the user answers when there is something to answer.
    case track(BundleIdentifier, TrackingAnswer?, isActive: Bool)
    /// Moves the switch that lets applications ask.
    case allowTrackingRequests(Bool)
    /// Adds a password to the keychain.
    case addPassword(StepPassword, StepContent, Accessibility?)
    /// Reads a password's secret.
    case readPassword(StepPassword)
    /// Gives a password another secret, accessibility, or both.
    case updatePassword(StepPassword, StepContent?, Accessibility?)
    /// Removes a password.
    case removePassword(StepPassword)
    /// Does something with other devices.
    case handOff(CircleStep)
    /// Does something with notifications.
    case notify(NotificationStep)
    /// Compares the events since the last such step.
    case expectEvents
}

/// Which password of the keychain a step is about.
struct StepPassword: Sendable {
    let service: String
    let account: String
    /// The application that asks.
    let application: BundleIdentifier
    /// An access group that it is entitled to besides its own; nil for none.
    let group: String?
}

/// What a step writes.
enum StepContent: Sendable {
    /// The bytes themselves.
    case bytes([UInt8])
    /// That many bytes of a fixed pattern.
    case pattern(Int)

    /// The most bytes a scenario's file may have: a scenario runs in memory.
    static let byteLimit: UInt64 = 256 << 20

    /// The bytes to write; those of a pattern repeat every 251 bytes.
    ///
    /// 251 is prime, so pieces that changed places show.
    var bytes: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .pattern(let count): (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }
        }
    }
}

/// The domains of the defaults store as scenarios name them, in the order they are searched.
enum SettingDomain: String, Sendable, CaseIterable {
    /// Forced, as by a configuration profile; can be set while the stored ones can.
    case managed
    /// The command line's; gone at the next start.
    case argument
    /// The application's own.
    case application
    /// A suite the application has added.
    case suite
    /// That of all applications.
    case global
    /// What the application registers; gone at the next start.
    case registration
}

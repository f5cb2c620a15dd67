public import DeviceIdentifiers
public import ProtectionModel
public import TrustedDevices

/// An activity that another device of the user offers; what it is about only its payload says.
public struct HandoffOffer: Sendable, Hashable {
    /// Names an offer; each that becomes current has another.
    public struct ID: Sendable, Hashable, CustomStringConvertible {
        /// 16 bytes.
        public let bytes: [UInt8]

        /// The identifier with these bytes; nil unless there are 16.
        public init?(bytes: [UInt8]) {
            guard bytes.count == 16 else { return nil }
            self.bytes = bytes
        }

        /// 32 lower-case hexadecimal digits.
        public var description: String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// What would continue it.
    public enum Opener: Sendable, Hashable {
        /// This app; with the number of others that declare the same type.
        case application(BundleIdentifier, others: Int)
        /// A browser, or the app that claims the page.
        case browser
        /// Nothing on this device.
        case nothing
    }

    /// What it is called by.
    public let id: ID
    /// The device that offers it.
    public let device: TrustedDevice
    /// What would continue it here.
    public let opener: Opener
    /// Until when it is offered.
    public let expires: Timestamp
    /// Whether streams can be opened.
    public let supportsContinuationStreams: Bool
}

/// What becomes of an activity on a device, for whoever watches over both sides of a test.
package enum HandoffNotice: Sendable {
    /// What it is about leaves for another device, sealed.
    case sending(UserActivity, HandoffOffer.ID, to: TrustedDevice.ID)
    /// An app of another device has it, and the delegate hears so.
    case wasContinued(UserActivity, HandoffOffer.ID, by: TrustedDevice.ID)
    /// An app of this device has it.
    case continued(UserActivity, HandoffOffer.ID, from: TrustedDevice.ID)
}

/// Limits on time and size of activities.
public struct HandoffParameters: Sendable {
    /// For all of a continuation (M).
    public var continuationTimeLimit = Duration.seconds(30)
    /// For a delegate that saves (M).
    public var saveTimeLimit = Duration.seconds(5)
    /// How long an offer lives of which nothing more is heard (M).
    public var offerLifetime = Duration.seconds(600)
    /// Whether the current activity resigns when the device locks.
    public var resignsAtLock = true
    /// Of all that a stream carries one way, in bytes (M).
    public var streamByteLimit: UInt64 = 1 << 30

    /// As the design has them.
    public init() {}
}

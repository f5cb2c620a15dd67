public import FoundationEssentials

/// What an application reads as advertising identifier, now; it is not to be kept.
public struct AdvertisingReading: Sendable, Hashable {
    /// The identifier; all zero when there is a ``zeroReason``.
    public let identifier: UUID
    /// Why the identifier is all zero; nil when it is a real one.
    public let zeroReason: ZeroReason?

    init(_ identifier: UUID) {
        self.identifier = identifier
        zeroReason = nil
    }

    init(_ reason: ZeroReason) {
        identifier = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        zeroReason = reason
    }
}

/// Why the advertising identifier is all zero.
///
/// Source: Apple, `ASIdentifierManager.advertisingIdentifier`.
public enum ZeroReason: String, Sendable, Hashable, CaseIterable {
    /// It always is in the Simulator.
    case simulator
    /// It always is on a Mac.
    case macOS = "macos"
    /// It always is for an iOS application on visionOS.
    case visionOS = "visionos"
    /// The application has not asked, or the user has not answered.
    case notDetermined = "not-determined"
    /// The user said no.
    case denied
    /// A profile or the account forbids it.
    case restricted

    init?(_ platform: DevicePlatform, _ status: TrackingStatus) {
        switch (platform, status) {
        case (.simulator, _): self = .simulator
        case (.macOS, _): self = .macOS
        case (.visionOS, _): self = .visionOS
        case (.iOS, .notDetermined): self = .notDetermined
        case (.iOS, .denied): self = .denied
        case (.iOS, .restricted): self = .restricted
        case (.iOS, .authorized): return nil
        }
    }
}

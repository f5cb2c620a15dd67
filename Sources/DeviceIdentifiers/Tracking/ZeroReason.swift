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

/// What applications run on: the advertising identifier is real on iOS only.
///
/// Source: Apple, `ASIdentifierManager.advertisingIdentifier`.
public enum DevicePlatform: String, Sendable, Hashable, CaseIterable, Codable {
    /// A phone or tablet.
    case iOS = "ios"
    /// The iOS Simulator.
    case simulator
    /// An iOS application on a Mac: the status reads authorized, nobody is asked, and the identifier
    /// is zero all the same.
    case macOS = "macos"
    /// An iOS application on visionOS.
    case visionOS = "visionos"
}

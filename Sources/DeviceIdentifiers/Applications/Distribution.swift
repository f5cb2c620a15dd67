/// How an application came onto the device.
public enum Distribution: String, Sendable, Hashable, CaseIterable, Codable {
    /// From the store.
    case store
    /// A trial build from TestFlight.
    case testFlight = "testflight"
    /// Built and installed by a developer.
    case development
}

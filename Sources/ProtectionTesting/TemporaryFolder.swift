import Foundation

/// A name for a folder of the host, which goes with this object.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "protection-testing-\(UUID().uuidString)",
        isDirectory: true
    )

    deinit {
        // Nothing but names is in there, and what somebody wrote past the device.
        try? FileManager.default.removeItem(at: url)
    }
}

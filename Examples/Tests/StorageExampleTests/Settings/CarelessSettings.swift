import Foundation
import ProtectedFoundation

/// An app's settings in a file of class C.
///
/// **It has a bug.** The field reports: Loop pull request 1186 and openradar-mirror 12487, settings lost after a restart of
/// the phone; linphone-iphone 371, a configuration erased by a call before the first unlock.
struct CarelessSettings: Codable, Equatable {
    var server = "default.example.com"
    var launchCount = 0

    static func load(_ fileManager: FileManager, _ url: URL) -> Self {
        // The bug: whatever goes wrong, the settings are those of a first launch …
        guard let data = fileManager.contents(atPath: url.path),
            let settings = try? JSONDecoder().decode(Self.self, from: data)
        else { return Self() }
        return settings
    }

    func save(_ fileManager: FileManager, _ url: URL) throws {
        try fileManager.write(
            try JSONEncoder().encode(self),
            to: url,
            options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
        )
    }

    /// What the app does at each launch, also at one by a push.
    static func launch(_ fileManager: FileManager, _ url: URL) -> Self {
        var settings = load(fileManager, url)
        settings.launchCount += 1
        return settings
    }
}

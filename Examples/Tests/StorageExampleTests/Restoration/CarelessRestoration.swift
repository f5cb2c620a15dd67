import Foundation
import ProtectedFoundation

/// What the screen showed, kept for the next launch.
///
/// **It has a bug.** The field report: openradar-mirror 10211: the archive is class A, a launch in the background while the
/// phone is locked cannot read it, and it is discarded as broken.
struct CarelessRestoration {
    let fileManager: FileManager
    let url: URL

    func preserve(_ screen: String) throws {
        try fileManager.write(
            Data(screen.utf8),
            to: url,
            options: [.atomic, .completeFileProtection]
        )
    }

    func restore() -> String? {
        guard let data = fileManager.contents(atPath: url.path) else {
            // The bug: an archive that cannot be read is thrown away.
            try? fileManager.removeItem(at: url)
            return nil
        }
        return String(decoding: data, as: UTF8.self)
    }
}

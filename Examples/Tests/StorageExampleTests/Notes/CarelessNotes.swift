import Foundation
import ProtectedFoundation

/// Notes that nobody must be able to read while the phone is locked.
///
/// **It has a bug.** The field report: linphone-iphone 371, "I set a class, and it is another at the next start": an atomic
/// save makes a new file, which knows nothing of the old one's class.
struct CarelessNotes {
    let fileManager: FileManager
    let url: URL

    func create(_ text: String) throws {
        try fileManager.write(
            Data(text.utf8),
            to: url,
            options: [.atomic, .completeFileProtection]
        )
    }

    func edit(_ text: String) throws {
        // The bug: the option is missing here, so the file gets its folder's class.
        try fileManager.write(Data(text.utf8), to: url, options: .atomic)
    }
}

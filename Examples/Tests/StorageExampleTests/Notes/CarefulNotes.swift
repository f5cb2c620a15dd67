import Foundation
import ProtectedFoundation

/// As ``CarelessNotes``, mended: the folder has the class, so whatever is saved there has it, too.
struct CarefulNotes {
    let fileManager: FileManager
    let url: URL

    func create(_ text: String) throws {
        try fileManager.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true,
            attributes: [.protectionKey: FileProtectionType.complete]
        )
        try edit(text)
    }

    func edit(_ text: String) throws {
        try fileManager.write(Data(text.utf8), to: url, options: .atomic)
    }
}

import Foundation

/// The postcards on disk.
struct PostcardStore {
    let folder: URL

    /// Finding: the notification service cannot read it while the phone is locked.
    func save(_ postcard: Data, named name: String) throws {
        try postcard.write(
            to: folder.appending(path: name),
            options: [.atomic, .completeFileProtection]
        )
    }

    func postcard(named name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }
}

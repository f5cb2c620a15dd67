import Foundation

/// The tutorial's store as it is mended.
enum TutorialAfter {
    /// The user's notes.
    public struct NoteStore {
        private let fileManager: FileManager
        private let url: URL

        /// Keeps them in `Documents`.
        public init(fileManager: FileManager = .default) {
            self.fileManager = fileManager
            url = fileManager.urls(for: .documentDirectory, in: .userDomainMask)[0]
                .appendingPathComponent("notes.json")
        }

        /// All notes, the oldest first.
        public func notes() throws -> [String] {
            guard fileManager.fileExists(atPath: url.path) else { return [] }
            guard let data = fileManager.contents(atPath: url.path) else {
                throw CocoaError(.fileReadNoPermission)
            }
            return try JSONDecoder().decode([String].self, from: data)
        }

        /// Adds a note.
        public func add(_ note: String) throws {
            let data = try JSONEncoder().encode(notes() + [note])
            let isSaved = fileManager.createFile(
                atPath: url.path,
                contents: data,
                attributes: [.protectionKey: FileProtectionType.complete]
            )
            guard isSaved else { throw CocoaError(.fileWriteNoPermission) }
        }
    }
}

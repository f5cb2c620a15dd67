import Foundation

/// The tutorial's store before it is mended.
enum TutorialBefore {
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
        public func notes() -> [String] {
            guard let data = fileManager.contents(atPath: url.path),
                let notes = try? JSONDecoder().decode([String].self, from: data)
            else { return [] }
            return notes
        }

        /// Adds a note.
        public func add(_ note: String) throws {
            let data = try JSONEncoder().encode(notes() + [note])
            _ = fileManager.createFile(atPath: url.path, contents: data)
            try fileManager.setAttributes(
                [.protectionKey: FileProtectionType.complete],
                ofItemAtPath: url.path
            )
        }
    }
}

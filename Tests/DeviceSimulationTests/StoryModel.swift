/// A second opinion on the rules of files: a few tables and whole contents, no keys, no logs.
struct StoryModel {
    final class File {
        var letter: Character
        /// What every handle reads now, and what a power loss leaves.
        var content: String
        var durable: String
        init(_ letter: Character, _ content: String) {
            self.letter = letter
            self.content = content
            durable = content
        }
    }

    struct Handle {
        let file: File
        let reads: Bool
        let writes: Bool
    }

    enum State { case beforeFirstUnlock, unlocked, locking, locked }

    static let unavailable = "protected-data-unavailable"

    var state = State.unlocked
    var files: [String: File] = [:]
    var handles: [String: Handle] = [:]

    func canOpen(_ letter: Character) -> Bool {
        switch letter {
        case "A", "B": state == .unlocked || state == .locking
        case "C": state != .beforeFirstUnlock
        default: true
        }
    }

    func canCreate(_ letter: Character) -> Bool { letter == "B" || canOpen(letter) }

    /// Whether an open handle can be used; one that was opened before a restart is gone.
    func canUse(_ handle: Handle) -> Bool { handle.file.letter != "A" || canOpen("A") }

    mutating func write(_ path: String, _ letter: Character, _ text: String) -> String? {
        guard canCreate(letter) else { return Self.unavailable }
        files[path] = File(letter, text)
        return nil
    }

    mutating func overwrite(_ path: String, _ letter: Character, _ text: String) -> String? {
        guard let file = files[path] else { return write(path, letter, text) }
        guard canOpen(file.letter) else { return Self.unavailable }
        file.content = text
        file.durable = text
        return nil
    }

    func read(_ path: String) -> (error: String?, text: String?) {
        guard let file = files[path] else { return ("not-found", nil) }
        return canOpen(file.letter) ? (nil, file.content) : (Self.unavailable, nil)
    }

    mutating func truncate(_ path: String) -> String? {
        guard let file = files[path] else { return "not-found" }
        guard canOpen(file.letter) else { return Self.unavailable }
        file.content = String(file.content.prefix(2))
        while file.content.count < 2 { file.content += "\0" }
        file.durable = file.content
        return nil
    }

    mutating func open(
        _ path: String,
        as name: String,
        mode: String,
        creating letter: Character?
    ) -> String? {
        if files[path] == nil {
            guard let letter else { return "not-found" }
            guard canCreate(letter) else { return Self.unavailable }
            files[path] = File(letter, "")
        } else if let file = files[path], !canOpen(file.letter) {
            return Self.unavailable
        }
        guard let file = files[path] else { return "not-found" }
        let handle = Handle(file: file, reads: mode != "write", writes: mode != "read")
        let replaced = handles.updateValue(handle, forKey: name)
        if let replaced, replaced.writes { replaced.file.durable = replaced.file.content }
        return nil
    }

    mutating func close(_ name: String) -> String? {
        guard let handle = handles.removeValue(forKey: name) else { return "handle-closed" }
        if handle.writes { handle.file.durable = handle.file.content }
        return nil
    }

    func use(_ name: String, writing: Bool) -> (error: String?, file: File?) {
        guard let handle = handles[name] else { return ("handle-closed", nil) }
        guard writing ? handle.writes : handle.reads else { return ("invalid-argument", nil) }
        return canUse(handle) ? (nil, handle.file) : (Self.unavailable, nil)
    }

    mutating func protect(_ path: String, _ letter: Character) -> String? {
        guard let file = files[path] else { return "not-found" }
        guard file.letter != letter else { return nil }
        guard canOpen(file.letter), canCreate(letter) else { return Self.unavailable }
        file.letter = letter
        return nil
    }

    mutating func copy(_ source: String, _ target: String) -> String? {
        guard let file = files[source] else { return "not-found" }
        guard canOpen(file.letter) else { return Self.unavailable }
        files[target] = File(file.letter, file.content)
        return nil
    }

    mutating func rename(_ source: String, _ target: String) -> String? {
        guard let file = files[source] else { return "not-found" }
        files[source] = nil
        files[target] = file
        return nil
    }

    mutating func restart(isCrash: Bool) {
        let all = Array(files.values) + handles.values.map(\.file)
        for file in all {
            if isCrash { file.content = file.durable } else { file.durable = file.content }
        }
        handles = [:]
        state = .beforeFirstUnlock
    }
}

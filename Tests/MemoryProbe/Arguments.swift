import ProtectionModel

/// The words behind a command, from 0.
struct Arguments {
    let words: [String]

    func text(_ index: Int) throws -> String {
        guard words.indices.contains(index) else { throw ProbeError("too-few-words") }
        return words[index]
    }

    func number(_ index: Int) throws -> UInt64 {
        guard let number = UInt64(try text(index)) else { throw ProbeError("no-number") }
        return number
    }

    func protection(_ index: Int) throws -> ProtectionClass {
        guard let protection = ProtectionClass(named: try text(index)) else {
            throw ProbeError("no-class")
        }
        return protection
    }

    /// What stands behind an option's name.
    func option(_ name: String) -> String? {
        guard let index = words.firstIndex(of: name), words.indices.contains(index + 1) else {
            return nil
        }
        return words[index + 1]
    }
}

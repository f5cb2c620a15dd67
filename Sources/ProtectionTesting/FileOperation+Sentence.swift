import ProtectedStore
import ProtectionModel

extension FileOperation {
    /// What is done, in the words of a timeline.
    var sentence: String {
        var words = [kind.rawValue, isDocument ? "the device's \(path)" : "\(path)"]
        if let target { words.append("to \(target)") }
        if let protection { words.append("as \(protection.name)") }
        if isCreating { words.append("(may make it)") }
        switch kind {
        case .truncate: if let byteCount { words.append("to \(byteCount) bytes") }
        case .write: if let byteCount { words.append("\(byteCount) bytes") }
        default: break
        }
        return words.joined(separator: " ")
    }
}

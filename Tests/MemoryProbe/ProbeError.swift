import KeyManagement
import ProtectedStore
import ProtectionModel

/// What a probe answers when something fails.
struct ProbeError: Error {
    let word: String

    init(_ word: String) {
        self.word = word
    }

    /// The code of a library's error, or the error as it describes itself.
    static func word(for error: any Error) -> String {
        switch error {
        case let error as ProbeError: error.word
        case let error as ProtectionError: error.code.description
        default: "\(error)"
        }
    }
}

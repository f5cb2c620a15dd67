import Foundation
import Testing

/// Texts that stay the same, byte for byte, in `Golden/`.
enum Golden {
    /// Set to write what there is instead of comparing with it.
    private static let isWriting =
        ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_WRITE_GOLDEN"] == "1"

    /// Compares `text` with the file `name`.
    static func expect(
        _ text: String,
        _ name: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/\(name)")
        if isWriting { try Data(text.utf8).write(to: file) }
        let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        guard golden.utf8.elementsEqual(text.utf8) == false else { return }
        let lines = zip(golden.split(separator: "\n"), text.split(separator: "\n"))
        let first = lines.first { $0 != $1 }
        Issue.record(
            """
            \(name) changed; PROTECTION_TOOLKIT_WRITE_GOLDEN=1 writes it anew
            was: \(first?.0 ?? "another length")
            is:  \(first?.1 ?? "another length")
            """,
            sourceLocation: location
        )
    }
}

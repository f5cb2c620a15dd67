import Foundation
import ProtectionModel
import SystemIO

/// Reports that are written to files of the host.
enum HostText {
    /// Writes `text`; an existing file is replaced as a whole.
    ///
    /// - Throws: `ToolError` with `hint`.
    static func write(_ text: String, to path: String, hint: String) throws {
        do {
            // A pipe or device is written to; a link stays one, and what it leads to is replaced.
            if HostTree.isSpecial(path) {
                return try HostStream.sink(path).write(Array(text.utf8).span.bytes)
            }
            try Data(text.utf8).write(
                to: URL(filePath: HostPath.resolved(path)),
                options: .atomic
            )
        } catch {
            throw ToolError(
                (error as? CocoaError).map { ErrorReport($0).code } ?? .inputOutput,
                "cannot write '\(path)'",
                path: path,
                hint: hint
            )
        }
    }
}

import Foundation
import ProtectionModel
import SystemIO

/// Texts that are written to files of the host.
enum HostText {
    /// Writes `text`, to standard output for `-`; an existing file is replaced as a whole.
    ///
    /// - Throws: `ToolError` with `hint` where it is the path that is wrong.
    static func write(_ text: String, to path: String, hint: String) throws {
        if path == "-" { return try HostStream.standardOutput.write(Array(text.utf8).span.bytes) }
        do {
            // A pipe or device is written to; a link stays one, and what it leads to is replaced.
            if HostPath.isSpecial(path) {
                return try HostStream.sink(path).write(Array(text.utf8).span.bytes)
            }
            try Data(text.utf8).write(
                to: URL(filePath: HostPath.resolved(path)),
                options: .atomic
            )
        } catch { throw refusal(of: path, error, hint: hint) }
    }

    /// Why `path` cannot be written; `hint` says which paths can.
    static func refusal(
        of path: String,
        _ error: any Error,
        in work: String = "write",
        hint: String
    ) -> ToolError {
        let code = ErrorReport(error)?.code ?? .inputOutput
        let isPathWrong = [.notFound, .notADirectory, .isADirectory].contains(code)
        return ToolError(
            code,
            "cannot \(work) '\(path)': \(reason(of: error))",
            path: path,
            hint: isPathWrong ? hint : nil
        )
    }

    /// The kernel's words where there are any.
    private static func reason(of error: any Error) -> String {
        if let error = error as? SystemError { return "\(error.errno)" }
        if let error = error as? CocoaError, let cause = SystemError(error) {
            return "\(cause.errno)"
        }
        return error.localizedDescription
    }
}

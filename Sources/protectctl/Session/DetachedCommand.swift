import Foundation
import ProtectionModel
import SystemIO

/// A command of this very tool that goes on when the one that started it is done.
enum DetachedCommand {
    /// What such a command says on standard output once it is ready.
    static let readyLine = "ready\n"

    /// Starts it, and returns once it is ready.
    ///
    /// - Throws: what it failed with; `unreadable` with what it said, where that is not an error.
    static func start(_ words: [String], orElse unreadable: (String) -> ToolError) throws {
        let pipe = try HostStream.pipe()
        let child = try ChildProcess.startDetached(
            executablePath,
            words + ["--json", "--detached"],
            output: pipe.writing
        )
        let answer = try readAll(pipe.takeReading())
        guard !answer.hasPrefix(readyLine) else { return }
        _ = child.wait()
        throw failure(in: answer) ?? unreadable(answer)
    }

    /// Says that this command, which was started so, is ready, and lets go of its starter.
    static func tellReady() throws {
        try HostStream.standardOutput.write(Array(readyLine.utf8).span.bytes)
        ProcessStreams.detach()
    }

    /// It says one line and then lets go of the pipe.
    private static func readAll(_ stream: borrowing HostStream) throws -> String {
        var bytes = [UInt8](repeating: 0, count: 8_192)
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        let count = try stream.read(into: &raw)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func failure(in answer: String) -> ToolError? {
        guard let line = answer.split(separator: "\n").last,
            let body = try? JSONDecoder().decode(
                [String: ErrorReport.Body].self,
                from: Data(line.utf8)
            )["error"],
            let kind = ErrorCode.Kind(rawValue: body.code)
        else { return nil }
        return ToolError(ErrorCode(kind), body.message, path: body.path, hint: body.hint)
    }

    /// A tool started by name from PATH must start itself, not another version.
    static var executablePath: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments[0]
    }
}

import CSystemShims
import Glibc
import SystemPackage

/// A program that this one has started.
package struct ChildProcess: Sendable {
    /// The process id.
    package let identifier: Int32

    /// Starts a program found by PATH with a standard input; the other streams are inherited.
    ///
    /// - Throws: ``SystemError`` naming the program.
    package static func start(
        _ program: String,
        _ arguments: [String],
        input: borrowing HostStream
    ) throws(SystemError) -> ChildProcess {
        try start(program, arguments, input: input.descriptor, output: -1, isDetached: false)
    }

    /// Starts a program found by PATH in a session of its own, which outlasts the terminal;
    /// standard output and error go to `output`.
    ///
    /// - Throws: ``SystemError`` naming the program.
    package static func startDetached(
        _ program: String,
        _ arguments: [String],
        output: borrowing HostStream
    ) throws(SystemError) -> ChildProcess {
        try start(program, arguments, input: -1, output: output.descriptor, isDetached: true)
    }

    private static func start(
        _ program: String,
        _ arguments: [String],
        input: Int32,
        output: Int32,
        isDetached: Bool
    ) throws(SystemError) -> ChildProcess {
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        let result = shim_spawn(program, words, environ, input, output, isDetached ? 1 : 0)
        guard result > 0 else {
            throw SystemError(Errno(rawValue: -result), call: "posix_spawn", name: program)
        }
        return ChildProcess(identifier: result)
    }

    /// Waits for the end: the exit status, or 128 and the signal's number.
    package func wait() -> Int32 { shim_wait(identifier) }
}

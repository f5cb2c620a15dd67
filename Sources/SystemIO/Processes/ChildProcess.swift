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

    /// Starts a program found by PATH with a standard input and a stream for standard output and
    /// error; `environment` comes before what it inherits.
    ///
    /// - Throws: ``SystemError`` naming the program.
    package static func start(
        _ program: String,
        _ arguments: [String],
        input: borrowing HostStream,
        output: borrowing HostStream,
        environment: [String: String]
    ) throws(SystemError) -> ChildProcess {
        try start(
            program,
            arguments,
            input: input.descriptor,
            output: output.descriptor,
            isDetached: false,
            environment: environment
        )
    }

    private static func start(
        _ program: String,
        _ arguments: [String],
        input: Int32,
        output: Int32,
        isDetached: Bool,
        environment: [String: String] = [:]
    ) throws(SystemError) -> ChildProcess {
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        let additions = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { additions.forEach { free($0) } }
        let result = shim_spawn(
            program,
            words,
            // The first of several variables of one name counts.
            additions + inheritedEnvironment + [nil],
            input,
            output,
            isDetached ? 1 : 0
        )
        guard result > 0 else {
            throw SystemError(Errno(rawValue: -result), call: "posix_spawn", name: program)
        }
        return ChildProcess(identifier: result)
    }

    private static var inheritedEnvironment: [UnsafeMutablePointer<CChar>?] {
        Array(sequence(first: environ) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil })
    }

    /// Waits for the end: the exit status, or 128 and the signal's number.
    package func wait() -> Int32 { shim_wait(identifier) }
}

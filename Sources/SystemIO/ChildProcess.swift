import CSystemShims
import Glibc
import SystemPackage

/// A program that this one starts.
package struct ChildProcess: Sendable {
    /// The process id.
    package let identifier: Int32

    /// Starts a program found by PATH, with the environment of this process.
    ///
    /// A nil stream is inherited; `output` takes standard output and error. A `detached` program
    /// lives in a session of its own and outlasts the terminal.
    ///
    /// - Throws: ``SystemError`` naming the program.
    package static func start(
        _ program: String, _ arguments: [String], input: borrowing HostStream? = nil,
        output: borrowing HostStream? = nil, detached: Bool = false
    ) throws(SystemError) -> ChildProcess {
        let inputDescriptor = descriptor(of: input)
        let outputDescriptor = descriptor(of: output)
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        let result = shim_spawn(
            program, words, environ, inputDescriptor, outputDescriptor, detached ? 1 : 0)
        guard result > 0 else {
            throw SystemError(Errno(rawValue: -result), call: "posix_spawn", name: program)
        }
        return ChildProcess(identifier: result)
    }

    private static func descriptor(of stream: borrowing HostStream?) -> Int32 {
        switch stream {
        case .none: -1
        case .some(let stream): stream.descriptor
        }
    }

    /// Waits for the end: the exit status, or 128 and the signal's number.
    package func wait() -> Int32 { shim_wait(identifier) }
}

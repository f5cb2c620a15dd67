import CSystemShims
import Glibc
import SystemPackage

/// The terminal that a person sits at.
package enum Terminal {
    /// Whether a stream is a terminal.
    package static func isTerminal(_ stream: borrowing HostStream) -> Bool {
        isatty(stream.descriptor) == 1
    }

    /// How wide a terminal is, in columns; nil when unknown.
    package static func columns(_ stream: borrowing HostStream) -> Int? {
        let columns = shim_terminal_columns(stream.descriptor)
        return columns > 0 ? Int(columns) : nil
    }

    /// Asks on the controlling terminal, without echo, and returns how many bytes of `answer` the
    /// line filled, without its end.
    ///
    /// - Throws: ``SystemError`` when there is no terminal to ask.
    package static func ask(
        _ prompt: String,
        into answer: inout MutableRawSpan
    ) throws(SystemError) -> Int {
        let terminal = shim_openat(AT_FDCWD, "/dev/tty", O_RDWR, 0)
        guard terminal >= 0 else {
            throw SystemError(Errno(rawValue: -terminal), call: "open", name: "/dev/tty")
        }
        let stream = HostStream(owning: terminal)
        try stream.write(Array(prompt.utf8).span.bytes)
        return try withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) {
            (saved) throws(SystemError) in
            let outcome = shim_echo_off(terminal, saved.baseAddress, saved.count)
            guard outcome == 0 else {
                throw SystemError(Errno(rawValue: -outcome), call: "tcsetattr")
            }
            defer { _ = shim_echo_restore(terminal, saved.baseAddress) }
            return try answer.withUnsafeMutableBytes { (answer) throws(SystemError) in
                try readLine(terminal, answer)
            }
        }
    }

    private static func readLine(
        _ terminal: Int32,
        _ answer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        var count = 0
        while count < answer.count {
            let got = Glibc.read(terminal, answer.baseAddress.map { $0 + count }, 1)
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw SystemError(Errno(rawValue: errno), call: "read") }
            if got == 0 || answer[count] == UInt8(ascii: "\n") { break }
            count += 1
        }
        return count
    }
}

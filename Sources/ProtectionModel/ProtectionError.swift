/// Why an operation of this package failed: the one error of all its products.
///
/// Switch over ``code``; show ``message`` to people. Two errors are equal when their codes are, so
/// that a test can say `#expect(throws: ProtectionError(.notFound, ""))`.
public struct ProtectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public let code: ErrorCode
    /// Subject and facts, without advice; never contents, passcodes or keys.
    ///
    /// Safe to print and to log: control characters, and those that turn the direction of writing,
    /// are escaped, such as `\u{1B}`, whatever names it quotes. Only where it has several lines a
    /// line feed stands between them.
    public let message: String
    /// The path that the failure is about, as it is and not escaped, for a program to use.
    ///
    /// Inside the device for a protected file, the host's for a file of the host; nil when the
    /// failure is about no single path.
    public let path: String?
    /// What lies beneath, such as a failed system call or the place in a malformed document.
    public let cause: (any Error)?

    /// Describes a failure.
    public init(
        _ code: ErrorCode,
        _ message: String,
        path: String? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message.printable
        self.path = path
        self.cause = cause
    }

    /// Describes several failures of one kind, with a line for each.
    package init(_ code: ErrorCode, lines: [String], path: String? = nil) {
        self.code = code
        message = lines.map(\.printable).joined(separator: "\n")
        self.path = path
        cause = nil
    }

    /// Describes a failure of a path inside the device.
    package init(
        _ code: ErrorCode,
        _ message: String,
        path: DevicePath,
        cause: (any Error)? = nil
    ) {
        self.init(code, message, path: path.description, cause: cause)
    }

    /// The sentence to show.
    public var description: String { message }

    /// For ``ErrorCode/passcodeDelayed`` and ``ErrorCode/passcodeIncorrect`` how long until the next
    /// guess is taken, for a service that is busy how long until it may be asked again; nil when
    /// that is now.
    public var retryAfter: Duration? { (cause as? RetryDelay)?.duration }

    /// The same failure with its path; one that names a path already stays as it is.
    package func about(_ path: DevicePath?) -> ProtectionError {
        guard let path, self.path == nil else { return self }
        return ProtectionError(
            code,
            "'\(path)': \(message)",
            path: path.description,
            cause: cause
        )
    }

    /// Equal when the code is.
    public static func == (left: ProtectionError, right: ProtectionError) -> Bool {
        left.code == right.code
    }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// How long nothing is taken, as the cause of a refusal.
package struct RetryDelay: Error, Sendable, Hashable {
    /// Until the next try is taken.
    package let duration: Duration

    /// Names a delay.
    package init(_ duration: Duration) { self.duration = duration }
}

import Documents
import KeyManagement
import ProtectedStore
import ProtectionModel

/// The words of a device as they stand in scenarios. Anything else is an error, never guessed at.
extension DocumentNode {
    /// A path inside a device.
    func path() throws(DocumentFault) -> DevicePath {
        let text = try text()
        do { return try DevicePath(text) } catch {
            let reason = (error.cause as? PathFault)?.rawValue ?? error.message
            throw DocumentFault(
                "\(spoken) is not a path inside a device: \(reason)",
                at: location
            )
        }
    }

    /// A protection class by any of its names.
    func protection() throws(DocumentFault) -> ProtectionClass {
        guard let protection = ProtectionClass(named: try text()) else {
            throw expected("a protection class such as complete or until-first-auth")
        }
        return protection
    }

    /// One of the raw values of an enumeration, which `kind` describes with its article.
    func word<Word: RawRepresentable>(
        _ kind: String,
        as type: Word.Type = Word.self
    ) throws(DocumentFault) -> Word where Word.RawValue == String {
        guard let word = Word(rawValue: try text()) else { throw expected(kind) }
        return word
    }

    /// The name of a lock state.
    func lockState() throws(DocumentFault) -> LockState {
        try word("a lock state such as before-first-unlock")
    }

    /// A passcode that a device can have.
    func newPasscode() throws(DocumentFault) -> String {
        let text = try text()
        guard (1...Passcode.byteLimit).contains(text.utf8.count) else {
            throw DocumentFault("a passcode has 1 to \(Passcode.byteLimit) bytes", at: location)
        }
        return text
    }

    /// Bytes in pairs of hexadecimal digits.
    func hexadecimalBytes() throws(DocumentFault) -> [UInt8] {
        let digits = try text().utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard index + 1 < digits.count, let high = digits[index], let low = digits[index + 1]
            else { throw expected("pairs of hexadecimal digits") }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }

    /// A size or offset that a file in memory can have.
    func boundedSize() throws(DocumentFault) -> UInt64 {
        let size = try byteCount()
        guard size <= StepContent.byteLimit else {
            throw expected("at most \(StepContent.byteLimit >> 20)MiB, as scenarios run in memory")
        }
        return size
    }
}

extension TextKind where Value == DevicePath {
    /// A path inside a device.
    static var path: Self { Self { node throws(DocumentFault) in try node.path() } }
}

extension TextKind where Value == ProtectionClass {
    /// A protection class by any of its names.
    static var protection: Self { Self { node throws(DocumentFault) in try node.protection() } }
}

extension TextKind where Value == LockState {
    /// The name of a lock state.
    static var lockState: Self { Self { node throws(DocumentFault) in try node.lockState() } }
}

extension TextKind where Value == String {
    /// A passcode that a device can have.
    static var newPasscode: Self { Self { node throws(DocumentFault) in try node.newPasscode() } }
}

extension TextKind where Value == [UInt8] {
    /// Bytes in pairs of hexadecimal digits.
    static var hex: Self { Self { node throws(DocumentFault) in try node.hexadecimalBytes() } }
}

extension TextKind where Value == UInt64 {
    /// A size or offset that a file in memory can have.
    static var boundedSize: Self { Self { node throws(DocumentFault) in try node.boundedSize() } }
}

extension TextKind where Value == ProtectedFile.Mode {
    /// What a handle may do.
    static var openMode: Self {
        Self { node throws(DocumentFault) in try node.word("read, write or read-write") }
    }
}

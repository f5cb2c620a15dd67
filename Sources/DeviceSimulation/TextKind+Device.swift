import ProtectedStore
import ProtectionModel
import Documents

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

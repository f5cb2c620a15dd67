import ProtectionModel
package import SodiumCrypto

/// What the user types to unlock: 1 to 1024 bytes in locked memory.
package struct Passcode: ~Copyable, Sendable {
    /// The longest passcode, in bytes of UTF-8.
    package static let byteLimit = 1_024

    package let bytes: SecureBytes

    /// Takes over bytes that are already in locked memory.
    package init(_ bytes: consuming SecureBytes) {
        self.bytes = bytes
    }

    /// Copies a passcode that is not secret: one from a scenario or a test.
    ///
    /// - Throws: `ProtectionError` with `passcode-policy` when it is empty or too long.
    package init(published text: String, arena: SecureArena) throws {
        let utf8 = Array(text.utf8)
        guard (1...Self.byteLimit).contains(utf8.count) else {
            throw ProtectionError(.passcodePolicy, "a passcode has 1 to \(Self.byteLimit) bytes")
        }
        do {
            bytes = try SecureBytes(count: utf8.count, group: .transit, arena: arena) { span in
                span.storeBytes(utf8)
            }
        } catch {
            throw ProtectionError(error, "the passcode")
        }
    }
}

extension Passcode {
    /// The passcode in the first `count` bytes of `input`, which may end with one newline.
    ///
    /// - Throws: `ProtectionError` with `passcode-policy` unless 1 to 1,024 bytes remain.
    package init(line input: borrowing SecureBytes, count: Int) throws {
        let length = try Self.length(input, count)
        guard (1...Self.byteLimit).contains(length) else {
            throw ProtectionError(.passcodePolicy, "a passcode has 1 to \(Self.byteLimit) bytes")
        }
        do {
            let bytes = try SecureBytes(count: length, group: .transit, arena: input.arena)
            try bytes.fill(from: input)
            self.init(bytes)
        } catch { throw ProtectionError(error, "the passcode") }
    }

    /// A second handle on a copy, also in locked memory.
    ///
    /// - Throws: `ProtectionError` with `internal-error` when there is no memory.
    package borrowing func copy() throws -> Passcode {
        do {
            return Passcode(try bytes.copy(to: .transit))
        } catch { throw ProtectionError(error, "the passcode") }
    }

    private static func length(
        _ input: borrowing SecureBytes,
        _ count: Int
    ) throws -> Int {
        guard count > 0 else { return 0 }
        do {
            let endsWithNewline = try input.withBytes { bytes in
                bytes.unsafeLoad(fromByteOffset: count - 1, as: UInt8.self)
                    == UInt8(ascii: "\n")
            }
            return endsWithNewline ? count - 1 : count
        } catch { throw ProtectionError(error, "the passcode") }
    }
}

import ProtectionModel
package import SodiumCrypto

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

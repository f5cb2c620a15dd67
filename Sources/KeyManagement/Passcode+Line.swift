import ProtectionModel
package import SodiumCrypto

extension Passcode {
    /// The passcode in the first `count` bytes of `input`, which may end with one newline.
    ///
    /// - Throws: `KeyError` with `passcode-policy` unless 1 to 1,024 bytes remain.
    package init(line input: borrowing SecureBytes, count: Int) throws(KeyError) {
        let length = try Self.length(input, count)
        guard (1...Self.byteLimit).contains(length) else {
            throw KeyError(.passcodePolicy, "a passcode has 1 to \(Self.byteLimit) bytes")
        }
        do throws(CryptoError) {
            let bytes = try SecureBytes(count: length, group: .transit, arena: input.arena)
            try bytes.fill(from: input)
            self.init(bytes)
        } catch { throw KeyError(error, "the passcode") }
    }

    /// A second handle on a copy, also in locked memory.
    ///
    /// - Throws: `KeyError` with `internal-error` when there is no memory.
    package borrowing func copy() throws(KeyError) -> Passcode {
        do throws(CryptoError) {
            return Passcode(try bytes.copy(to: .transit))
        } catch { throw KeyError(error, "the passcode") }
    }

    private static func length(
        _ input: borrowing SecureBytes,
        _ count: Int
    ) throws(KeyError) -> Int {
        guard count > 0 else { return 0 }
        do throws(CryptoError) {
            let endsWithNewline = try input.withBytes { bytes in
                bytes.unsafeLoad(fromByteOffset: count - 1, as: UInt8.self)
                    == UInt8(ascii: "\n")
            }
            return endsWithNewline ? count - 1 : count
        } catch { throw KeyError(error, "the passcode") }
    }
}

import CSodium

/// Argon2id (RFC 9106) through `crypto_pwhash`.
package enum Argon2id {
    /// 16 bytes.
    package static let saltByteCount = 16

    /// What one derivation costs.
    package struct Cost: Sendable, Equatable, CustomStringConvertible {
        /// Passes over the memory, from 1 to 16.
        package let passes: UInt32
        /// Memory in KiB, from 8 to 1,048,576.
        package let memoryKiB: UInt32

        /// Bounds keep a forged keybag from asking for a hundred gigabytes.
        ///
        /// - Throws: `CryptoError.invalidInput` outside the bounds.
        package init(passes: UInt32, memoryKiB: UInt32) throws(CryptoError) {
            guard (1...16).contains(passes), (8...1_048_576).contains(memoryKiB) else {
                throw CryptoError(.invalidInput)
            }
            self.passes = passes
            self.memoryKiB = memoryKiB
        }

        private init(uncheckedPasses: UInt32, memoryKiB: UInt32) {
            passes = uncheckedPasses
            self.memoryKiB = memoryKiB
        }

        /// Memory in bytes.
        package var memoryByteCount: UInt64 { UInt64(memoryKiB) * 1_024 }

        /// Whether this costs no less in passes, and no less in memory.
        package func isAtLeast(_ floor: Cost) -> Bool {
            passes >= floor.passes && memoryKiB >= floor.memoryKiB
        }

        /// The cost in words, for messages.
        package var description: String {
            "\(passes) \(passes == 1 ? "pass" : "passes") over \(memoryKiB) KiB"
        }

        /// libsodium's minimum: for tests and simulations only.
        package static let minimum = Cost(uncheckedPasses: 1, memoryKiB: 8)
        /// 2 passes, 64 MiB (`crypto_pwhash_*_INTERACTIVE`).
        package static let interactive = Cost(uncheckedPasses: 2, memoryKiB: 65_536)
        /// 3 passes, 256 MiB (`crypto_pwhash_*_MODERATE`).
        package static let moderate = Cost(uncheckedPasses: 3, memoryKiB: 262_144)
        /// 4 passes, 1 GiB (`crypto_pwhash_*_SENSITIVE`).
        package static let sensitive = Cost(uncheckedPasses: 4, memoryKiB: 1_048_576)
    }

    /// Derives `output.count` bytes from a passcode.
    ///
    /// Passcode and output are lent for the whole derivation, so they must sit in groups that no
    /// lock event wipes.
    /// - Throws: `CryptoError.outOfMemory`, `secretWiped`; `invalidInput` for a salt not of 16
    ///   bytes or an output of fewer than 16.
    package static func derive(
        passcode: borrowing SecureBytes,
        salt: [UInt8],
        cost: Cost,
        into output: borrowing SecureBytes
    ) throws(CryptoError) {
        defer { StackResidue.wipe() }
        try Sodium.start()
        guard salt.count == saltByteCount, output.count >= Int(crypto_pwhash_BYTES_MIN) else {
            throw CryptoError(.invalidInput)
        }
        let status = try passcode.withUnsafeBytes { (passcode) throws(CryptoError) in
            try output.withUnsafeMutableBytes { (output) throws(CryptoError) -> Int32 in
                crypto_pwhash(
                    output.octets,
                    UInt64(output.count),
                    UnsafeRawPointer(passcode.octets).assumingMemoryBound(to: CChar.self),
                    UInt64(passcode.count),
                    salt,
                    UInt64(cost.passes),
                    Int(cost.memoryKiB) * 1_024,
                    crypto_pwhash_ALG_ARGON2ID13
                )
            }
        }
        guard status == 0 else { throw CryptoError(.outOfMemory) }
    }
}

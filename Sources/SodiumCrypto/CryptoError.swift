/// Why a primitive refused to work.
///
/// A forged tag, a wrong key and truncated input are deliberately one code: telling them apart
/// would help only an attacker.
package struct CryptoError: Error, Sendable, Equatable {
    /// What went wrong, as a fixed word.
    package enum Code: Sendable {
        /// The input did not authenticate under the key.
        case authenticationFailure
        /// The secret was wiped, or is being wiped, by its group's discard.
        case secretWiped
        /// A length, cost or point lies outside what the primitive accepts.
        case invalidInput
        /// The processor or library lacks this cipher.
        case cipherUnavailable
        /// No memory for a secret or for a key derivation.
        case outOfMemory
    }

    /// What went wrong.
    package let code: Code

    /// Makes an error with the given code.
    package init(_ code: Code) {
        self.code = code
    }
}

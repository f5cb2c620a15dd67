import KeyManagement
import ProtectionModel
import SodiumCrypto

/// How two devices become each other's (`Noise_XXpsk0_25519_ChaChaPoly_SHA512`, the pre-shared key from a code).
///
/// ```
/// joiner   psk, e, version 1
/// inviter  e, ee, s, es                    to nobody who has not the code
/// joiner   s, se                           uses the code up
/// inviter  circle 16 · statements          several messages, see StatementMessages
/// joiner   record                          it has written that it asks to be added
/// inviter  statement                       that adds the joiner; it has written it before
/// ```
///
/// The static keys are those of sessions. What the inviter signs decides: until then nobody is added on either
/// side, and after that the joiner, which has written whom to ask, learns of it in its next session.
package enum Pairing {
    static let version: UInt8 = 1
    static let pattern = NoisePattern.xx.presharingKey(at: 0)
    static let prologue = Array("protection-toolkit pairing 1".utf8)

    /// The length of a pairing's first frame, which no session begins with: by it one listener tells them apart.
    package static let firstFrameByteCount = 49

    /// What a side does next.
    package struct Step: Sendable {
        /// Frames for the other side, in their order; each has at most 65,535 bytes.
        package var frames: [[UInt8]] = []
        /// The other device, once it is over.
        package var device: TrustedDevice?
    }

    /// What to tell of an error: what cannot be told apart is one.
    static func failure(_ error: any Error) -> ProtectionError {
        switch error {
        case let error as CryptoError where error.code == .secretWiped: .lockedTrust
        case let error as CryptoError where error.code != .outOfMemory: .pairingFailure
        default: ProtectionError(error, "the pairing")
        }
    }
}

extension NoiseCipher {
    mutating func seal(_ plaintext: [UInt8]) throws(CryptoError) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: plaintext.count + Self.tagByteCount)
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        try seal(plaintext.span.bytes, into: &output)
        return sealed
    }

    /// For what is not secret, such as statements.
    mutating func openPublic(_ sealed: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard sealed.count >= Self.tagByteCount else { throw CryptoError(.authenticationFailure) }
        var opened = [UInt8](repeating: 0, count: sealed.count - Self.tagByteCount)
        var span = opened.mutableSpan
        var output = span.mutableBytes
        try open(sealed.span.bytes, into: &output)
        return opened
    }
}

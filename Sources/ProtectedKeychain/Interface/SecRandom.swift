#if !canImport(Darwin)
import SodiumCrypto

/// A source of random bytes; there is one, the machine's.
public final class SecRandom: Sendable {}

/// A source of random bytes.
public typealias SecRandomRef = SecRandom

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Stands for the machine's source.
public let kSecRandomDefault: SecRandomRef! = nil

/// Fills `count` bytes at `bytes` from the machine's source, as code does that makes a key before it
/// stores it.
///
/// - Returns: `errSecSuccess`; `errSecParam` for a negative count.
public func SecRandomCopyBytes(
    _ source: SecRandomRef?,
    _ count: Int,
    _ bytes: UnsafeMutableRawPointer
) -> Int32 {
    guard count >= 0 else { return errSecParam }
    var span = MutableRawSpan(
        _unsafeBytes: UnsafeMutableRawBufferPointer(start: bytes, count: count)
    )
    SystemRandomSource().fill(&span)
    return errSecSuccess
}
#endif

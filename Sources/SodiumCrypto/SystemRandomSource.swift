import CSodium

/// The operating system's generator, through `randombytes_buf`.
package struct SystemRandomSource: RandomSource {
    /// The only instance anyone needs.
    package init() {}

    package func fill(_ bytes: inout MutableRawSpan) {
        precondition(Sodium.isReady, "libsodium could not start")
        bytes.withUnsafeMutableBytes { randombytes_buf($0.octets, $0.count) }
    }
}

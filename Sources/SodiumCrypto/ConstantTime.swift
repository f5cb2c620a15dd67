import CSodium

/// Comparisons whose time tells nothing about the contents.
package enum ConstantTime {
    /// Whether both have the same bytes; unequal lengths are unequal.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}

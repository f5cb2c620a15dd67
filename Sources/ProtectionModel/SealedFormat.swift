/// Which device formats this version reads and writes.
package enum SealedFormat {
    /// The version that new devices get.
    package static let current: UInt16 = 5
    /// Features a device may ask for and this version knows; an unknown one is refused.
    package static let knownFeatures: UInt32 = 0
}

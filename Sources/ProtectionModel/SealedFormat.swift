/// Which device formats this version reads and writes.
public enum SealedFormat {
    /// The version that new devices get.
    public static let current: UInt16 = 2
    /// Features a device may ask for and this version knows; an unknown one is refused.
    public static let knownFeatures: UInt32 = 0
}

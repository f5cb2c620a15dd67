import KeyManagement
package import ProtectionModel

/// The latest discards a client has heard of.
///
/// A key that was given out before a discard of its class must not be installed after it.
package struct DiscardRecord: Sendable {
    private var epochs: [ProtectionClass: UInt64] = [:]

    /// Nothing was discarded yet.
    package init() {}

    /// Notes a discard, or the end of everything, as soon as it is heard of.
    package mutating func note(_ classes: [ProtectionClass], epoch: UInt64) {
        for protection in classes {
            epochs[protection] = max(epochs[protection] ?? 0, epoch)
        }
    }

    /// Whether a key of a class from a reply of `epoch` was discarded on its way.
    package func overtakes(_ protection: ProtectionClass, from epoch: UInt64) -> Bool {
        (epochs[protection] ?? 0) > epoch
    }
}

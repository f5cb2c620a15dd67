import DeviceIdentifiers
public import ProtectedKeychain
import ProtectionModel

/// The keychain of the device, for code that calls `SecItemAdd` and its like.
extension TestDevice {
    /// The keychain as the option `application` sees it.
    ///
    /// ```swift
    /// let device = try TestDevice(in: .locked)
    /// device.whileCurrent {
    ///     #expect(TokenStore().load() == .locked)     // calls SecItemCopyMatching
    /// }
    /// ```
    public var keychain: DeviceKeychain { keychain() }

    /// The keychain of the option `application` with further entitlements.
    ///
    /// `accessGroups` are those of `keychain-access-groups`, the first being that of new items;
    /// `applicationGroups` those of `com.apple.security.application-groups`.
    public func keychain(
        accessGroups: [String] = [],
        applicationGroups: [String] = []
    ) -> DeviceKeychain {
        DeviceKeychain(
            self,
            application: container.application,
            accessGroups: accessGroups,
            applicationGroups: applicationGroups
        )
    }
}

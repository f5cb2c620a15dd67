// swift-format-ignore-file
func open() -> UICKeyChainStore {
    let keychain = UICKeyChainStore(service: "app")
    keychain.accessibility = .whenUnlockedThisDeviceOnly
    return keychain
}

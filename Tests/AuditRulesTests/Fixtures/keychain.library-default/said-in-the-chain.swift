// swift-format-ignore-file
import KeychainAccess
final class Store {
    private let keychain = Keychain(service: "a")
        .accessibility(.whenUnlockedThisDeviceOnly)
        .synchronizable(false)
}
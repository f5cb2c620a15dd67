// swift-format-ignore-file
final class Calls: NSObject, PKPushRegistryDelegate {
    func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {
        let parts = credentials.token.map { String(format: "%02.2hhx", $0) }
        NSLog("voip: %@", parts.joined())  // expect: notify.token-logged
        NSLog("voip: %@", type.rawValue)
    }
}

// swift-format-ignore-file
import KeychainAccess
func identity() -> String {
    if let id = try? keychain.getString("identity") { return id }  // expect: reach.first-unlock-assumption
    let fresh = UUID().uuidString
    keychain["identity"] = fresh
    return fresh
}
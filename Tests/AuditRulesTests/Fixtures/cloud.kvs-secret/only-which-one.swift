// swift-format-ignore-file
func keep(_ account: Account) {
    NSUbiquitousKeyValueStore.default.set(account.credentialID, forKey: "credential")
}

// swift-format-ignore-file
func a(_ token: String) {
    let id = UIDevice.current.identifierForVendor
    keychain.set(token, forKey: "t")
    show(id)
}
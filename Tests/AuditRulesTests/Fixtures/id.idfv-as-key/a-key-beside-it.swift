// swift-format-ignore-file
func a(_ key: Data) {
    let id = UIDevice.current.identifierForVendor
    encrypt(text, withPassword: key)
    show(id)
}
// swift-format-ignore-file
func a() {
    let id = UIDevice.current.identifierForVendor!.uuidString  // expect: id.idfv-in-keychain
    keychain.set(id, forKey: "id")
}
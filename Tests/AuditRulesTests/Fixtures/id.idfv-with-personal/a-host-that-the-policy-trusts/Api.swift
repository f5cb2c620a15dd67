// swift-format-ignore-file
func send(_ email: String) {
    post("https://api.example/", ["id": UIDevice.current.identifierForVendor!.uuidString, "email": email])
}

// swift-format-ignore-file
func a(_ c: LAContext) {
    c.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "a") { _, _ in }
}
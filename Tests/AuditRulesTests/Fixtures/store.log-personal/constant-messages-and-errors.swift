// swift-format-ignore-file
func fail(_ error: Error) {
    print("wrong password")
    print("Error: no token")
    NSLog("password: %@", error.localizedDescription)
    print("password is wrong: \(error)")
}
// swift-format-ignore-file
func trace(password: String) {
    print(password)  // expect: store.log-personal
}
func signIn(_ password: String) {
    trace(password: password)
}

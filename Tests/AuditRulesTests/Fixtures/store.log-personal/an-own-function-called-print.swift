// swift-format-ignore-file
func print(_ text: String) {}
func show(_ password: String) {
    print(password)
}
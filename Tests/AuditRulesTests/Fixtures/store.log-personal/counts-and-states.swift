// swift-format-ignore-file
func show(_ password: String, _ isPasscodeSet: Bool) {
    print("length \(password.count), set \(isPasscodeSet)")
}
// swift-format-ignore-file
class Unlock: UIViewController {
    override func viewDidLoad() { input.isSecureTextEntry = true }
}
class Search: UIViewController {
    override func encodeRestorableState(with coder: NSCoder) { coder.encode(input.text, forKey: "a") }
}

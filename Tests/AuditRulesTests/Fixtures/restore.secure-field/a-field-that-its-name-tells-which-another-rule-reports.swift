// swift-format-ignore-file
class Unlock: UIViewController {
    override func viewDidLoad() { passwordField.isSecureTextEntry = true }
    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(passwordField.text, forKey: "a")
    }
}
struct Login: View {
    @SceneStorage("password") private var password = ""
    var body: some View { SecureField("Password", text: $password) }
}

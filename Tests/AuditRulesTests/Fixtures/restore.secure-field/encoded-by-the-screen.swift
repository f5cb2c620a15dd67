// swift-format-ignore-file
class Unlock: UIViewController {
    @IBOutlet var input: UITextField!
    @IBOutlet var search: UITextField!
    override func viewDidLoad() { input.isSecureTextEntry = true }
    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(input.text ?? "", forKey: "a")  // expect: restore.secure-field
        coder.encode(search.text, forKey: "b")
    }
}

// swift-format-ignore-file
class Editor: UIViewController {
    private var text = ""
    func edit(_ message: Message) { self.text = message.topic }
    override func encodeRestorableState(with coder: NSCoder) { coder.encode(text, forKey: "a") }
}

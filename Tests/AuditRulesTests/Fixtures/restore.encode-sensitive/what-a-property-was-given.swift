// swift-format-ignore-file
class Editor: UIViewController {
    private var text = ""
    func edit(_ message: Message) { self.text = message.messageText }
    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(text, forKey: "a")  // expect: restore.encode-sensitive
        coder.encode(text.count, forKey: "b")
    }
}

// swift-format-ignore-file
class Editor: UIViewController {
    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(draft, forKey: "a")  // expect: restore.encode-sensitive
    }
}
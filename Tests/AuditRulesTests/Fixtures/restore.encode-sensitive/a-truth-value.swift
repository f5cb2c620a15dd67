// swift-format-ignore-file
class Editor: UIViewController {
    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(isDraftOpen, forKey: "draft")
    }
}
// swift-format-ignore-file
class Browser: UIViewController {
    override func encodeRestorableState(with coder: NSCoder) {
        if Settings.savesTabs { coder.encode(tabs.map { $0.url }, forKey: "tabs") }
    }
}
// swift-format-ignore-file
struct Editor: View {
    @SceneStorage("text") private var text = ""  // expect: restore.encode-sensitive
    func type(_ message: Message) { text = message.messageBody }
    func clear() { text = "" }
}

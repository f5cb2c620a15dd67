// swift-format-ignore-file
struct Editor: View {
    @SceneStorage("text") private var text = ""
    func type(_ message: Message) { text = message.topic }
}
struct Other {
    func type(_ message: Message) { let text = message.messageBody; use(text) }
}

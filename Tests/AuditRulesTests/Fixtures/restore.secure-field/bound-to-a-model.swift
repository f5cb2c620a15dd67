// swift-format-ignore-file
struct Unlock: View {
    @ObservedObject var model: Model
    @Binding var word: String
    var body: some View {
        SecureField("Word", text: $model.word)
        SecureField("Word", text: $word)
    }
}

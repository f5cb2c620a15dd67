// swift-format-ignore-file
struct Unlock: View {
    @State private var password = ""
    @State private var isVisible = false
    var body: some View {
        if isVisible { TextField("Password", text: $password) } else { SecureField("Password", text: $password) }
    }
}

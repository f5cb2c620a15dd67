// swift-format-ignore-file
struct Load: View {
    @State private var recoveryPassword = ""
    @State private var name = ""
    var body: some View {
        AppTextField($recoveryPassword, placeholder: "Recovery password")  // expect: restore.secure-field
        TextField("Name", text: $name)
        TextEditor(text: $model.privateKey)  // expect: restore.secure-field
    }
}

// swift-format-ignore-file
struct Unlock: View {
    @State private var password = ""
    @State private var otp = ""
    var body: some View {
        RoundedTextField(text: $password, configuration: Configuration(isSecureTextEntry: true))
        PasswordTextField(text: $password)
        TextField("Code", text: $otp)
    }
}

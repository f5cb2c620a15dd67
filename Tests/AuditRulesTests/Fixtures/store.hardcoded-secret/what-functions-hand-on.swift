// swift-format-ignore-file
func start() {
    let password = "ev8848@1953"  // expect: store.hardcoded-secret
    Tracker.start(apiKey: "8f14e45fceea167a5a36dedd4bea2543")  // expect: store.hardcoded-secret
    client.accessToken = "8f14e45fceea167a5a36dedd4bea2543"  // expect: store.hardcoded-secret
    let form = ["client_secret": "xK9-77aQ-dd31-Zz"]  // expect: store.hardcoded-secret
    request.setValue("Bearer 8f14e45fceea167a5a36dedd4bea2543", forHTTPHeaderField: "Authorization")  // expect: store.hardcoded-secret
    defaults.set("8f14e45fceea167a", forKey: "id")
    let cell = table.cell(identifier: "PasswordCell2")
    login(password: "", token: "none")
    field.passwordLabel = "password2"
    open(passwordPage: "https://a.example/v2/password")
}

struct Login_Previews: PreviewProvider {
    static func make() -> some View { Login(password: "ev8848@1953") }
}

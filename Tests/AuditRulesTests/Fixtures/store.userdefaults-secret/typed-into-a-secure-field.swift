// swift-format-ignore-file
struct Login: View {
    @State private var entered = ""
    @State private var nick = ""

    var body: some View {
        SecureField("Code", text: $entered)
        TextField("Name", text: $nick)
        Button("Keep") {
            UserDefaults.standard.set(entered, forKey: "a")  // expect: store.userdefaults-secret
            UserDefaults.standard.set(nick, forKey: "b")
        }
    }
}

final class Form: UIViewController {
    let first = UITextField()
    let second = UITextField()

    override func viewDidLoad() {
        first.isSecureTextEntry = true
        second.isSecureTextEntry = false
    }

    func keep() {
        UserDefaults.standard.set(first.text, forKey: "a")  // expect: store.userdefaults-secret
        UserDefaults.standard.set(second.text, forKey: "b")
    }
}

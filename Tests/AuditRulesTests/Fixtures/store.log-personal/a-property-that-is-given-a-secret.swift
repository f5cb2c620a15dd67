// swift-format-ignore-file
final class Form {
    var entry: String = ""
    var other: String = ""
    func take(_ field: UITextField) {
        entry = passwordField.text!
        other = field.text!
    }
    func show() {
        print(entry)  // expect: store.log-personal
        print(other)
    }
}

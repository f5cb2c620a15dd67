// swift-format-ignore-file
func askForMaster(_ open: @escaping (String) -> Void) {
    let alert = UIAlertController(title: "Open", message: nil, preferredStyle: .alert)
    alert.addTextField { field in field.placeholder = "Master password" }  // expect: restore.secure-field
    alert.addAction(UIAlertAction(title: "OK", style: .default) { _ in
        guard let password = alert.textFields?[0].text else { return }
        open(password)
    })
}
func askSafely(_ open: @escaping (String) -> Void) {
    let alert = UIAlertController(title: "Open", message: nil, preferredStyle: .alert)
    alert.addTextField { field in field.isSecureTextEntry = true }
    alert.addAction(UIAlertAction(title: "OK", style: .default) { _ in
        guard let password = alert.textFields?[0].text else { return }
        open(password)
    })
}
func askForName(_ open: @escaping (String) -> Void) {
    let alert = UIAlertController(title: "Name", message: nil, preferredStyle: .alert)
    alert.addTextField()
    alert.addAction(UIAlertAction(title: "OK", style: .default) { _ in
        guard let name = alert.textFields?.first?.text else { return }
        open(name)
    })
}

// swift-format-ignore-file
func unlock(_ password: String, _ tries: Int) {
    precondition(tries < 3, "too many for \(password)")  // expect: store.log-personal
    guard tries > 0 else { fatalError(password) }  // expect: store.log-personal
    NSException(name: .genericException, reason: "not \(password)", userInfo: nil).raise()  // expect: store.log-personal
    NSException.raise(.genericException, format: "not %@", arguments: getVaList([password]))  // expect: store.log-personal
    fprintf(stderr, "%s", password)  // expect: store.log-personal
    // In debug builds only.
    assert(tries < 3, password)
    precondition(password.count > 3, "too short")
    fprintf(file, "%s", password)
    vasprintf(&text, "%s", getVaList([password]))
}

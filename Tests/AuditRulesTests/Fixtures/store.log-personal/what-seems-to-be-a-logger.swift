// swift-format-ignore-file
func sync(_ accessToken: String, _ apiKey: String, _ email: String) {
    Log.d("with \(accessToken)")  // expect: store.log-personal
    logMessage(apiKey)  // expect: store.log-personal
    logIn(accessToken)
    logOut(accessToken)
    journal.debug(accessToken)
    // Only credentials: it may be no logger at all.
    Log.d("for \(email)")
}

// swift-format-ignore-file
func show(_ password: String) {
    /* print(password) */
    #if DEBUG
    print(password)
    #endif
}
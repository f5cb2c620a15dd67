// swift-format-ignore-file
func keep(_ keyboard: String, _ tokenizer: String) {
    UserDefaults.standard.set(keyboard, forKey: "pinnedKeyboard")
    UserDefaults.standard.set(tokenizer, forKey: "secretary")
}
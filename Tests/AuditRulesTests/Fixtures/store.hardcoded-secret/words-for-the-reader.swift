// swift-format-ignore-file
let passwordPrompt = "Please enter your password"
let wrongPassword = "That is not right"
let password = NSLocalizedString("settings.password.title", comment: "")
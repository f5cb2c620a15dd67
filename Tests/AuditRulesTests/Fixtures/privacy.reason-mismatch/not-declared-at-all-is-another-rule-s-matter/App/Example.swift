// swift-format-ignore-file
let a = UserDefaults.standard
// swift-format-ignore-file
enum Field: String { case password = "pwField17of20", token }
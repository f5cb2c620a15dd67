// swift-format-ignore-file
struct Example {}

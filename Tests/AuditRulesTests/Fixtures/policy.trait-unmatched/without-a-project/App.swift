// swift-format-ignore-file
struct App {}

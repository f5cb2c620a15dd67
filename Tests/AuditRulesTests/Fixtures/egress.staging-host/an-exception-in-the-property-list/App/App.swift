// swift-format-ignore-file
final class App {}

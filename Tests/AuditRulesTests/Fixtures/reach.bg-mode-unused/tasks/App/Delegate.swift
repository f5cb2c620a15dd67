// swift-format-ignore-file
final class A {}
// swift-format-ignore-file
final class Store {}
// swift-format-ignore-file
public let a = 1
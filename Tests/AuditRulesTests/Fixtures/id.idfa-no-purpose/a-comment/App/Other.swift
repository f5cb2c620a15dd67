// swift-format-ignore-file

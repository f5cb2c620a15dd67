// swift-format-ignore-file
let a = 1

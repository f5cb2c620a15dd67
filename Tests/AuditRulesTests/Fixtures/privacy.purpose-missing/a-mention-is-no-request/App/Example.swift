// swift-format-ignore-file
let a = CBCentralManager.self
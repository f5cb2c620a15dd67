// swift-format-ignore-file
let manager = CBCentralManager(delegate: nil, queue: nil)
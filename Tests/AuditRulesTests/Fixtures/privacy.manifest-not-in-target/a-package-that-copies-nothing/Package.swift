// swift-format-ignore-file
import PackageDescription
let package = Package(name: "Kit", targets: [.target(name: "Kit")])
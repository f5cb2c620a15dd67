// swift-format-ignore-file
final class A { func application(_ a: UIApplication, didReceive: Int) {} }

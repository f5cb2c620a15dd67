// swift-format-ignore-file
import MapKit
final class A {}
// swift-format-ignore-file
import SwiftUI
func label() -> some View { Text("a").accessibility(hidden: true) }
// swift-format-ignore-file
import SwiftyBeaver

let file = FileDestination().logFileURL?.deletingLastPathComponent()

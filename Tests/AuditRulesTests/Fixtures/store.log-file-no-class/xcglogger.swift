// swift-format-ignore-file
import XCGLogger

func start(_ log: XCGLogger, _ folder: URL) {
    log.add(destination: FileDestination(writeToFile: folder.appendingPathComponent("a")))  // expect: store.log-file-no-class
}

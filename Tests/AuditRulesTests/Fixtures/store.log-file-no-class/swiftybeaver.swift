// swift-format-ignore-file
import SwiftyBeaver

func start() {
    let file = FileDestination()  // expect: store.log-file-no-class
    SwiftyBeaver.addDestination(file)
}

// swift-format-ignore-file
import Foundation

func load() {
    do { try refresh() } catch {
        print("cannot load the password: \(error)")
        print("cannot load the password: \(String(describing: error))")
        print("cannot load the password: \(error.localizedDescription)")
    }
    print("the password: \(entered)")  // expect: store.log-personal
}

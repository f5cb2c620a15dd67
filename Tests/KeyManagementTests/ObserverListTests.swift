import KeyManagement
import ProtectionModel
import Synchronization
import Testing

@Suite("The observers of a lock")
struct ObserverListTests {
    @Test(
        "those that came last hear first of what goes, and last of what has gone",
        arguments: [
            (LockNotice.willDiscard([.complete]), ["third", "second", "first"]),
            (.willEnd, ["third", "second", "first"]),
            (.didDiscard([.complete]), ["first", "second", "third"]),
            (.didEnd, ["first", "second", "third"]),
        ]
    )
    func order(notice: LockNotice, expected: [String]) {
        let list = ObserverList()
        let heard = Mutex<[String]>([])
        let observations = ["first", "second", "third"].map { name in
            list.add { _ in heard.withLock { $0.append(name) } }
        }
        list.notify(notice)
        #expect(heard.withLock(\.self) == expected)
        withExtendedLifetime(observations) {}
    }

    @Test("one that was cancelled hears nothing")
    func cancelled() {
        let list = ObserverList()
        let heard = Mutex(0)
        let observation = list.add { _ in heard.withLock { $0 += 1 } }
        observation.cancel()
        list.notify(.willEnd)
        #expect(heard.withLock(\.self) == 0)
    }
}

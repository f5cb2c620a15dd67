import KeyAgent
import Testing

@Suite("Who must acknowledge what")
struct AcknowledgementTrackerTests {
    private let sleepy = ClientProcess(identifier: 2, name: "sleepy")

    @Test("a reply goes out when every client up to its epoch has acknowledged")
    func everybody() {
        var tracker = AcknowledgementTracker()
        tracker.begin(epoch: 5, awaiting: [1, 2], deadline: .seconds(1))
        tracker.hold(client: 1, request: 10, epoch: 5)
        #expect(tracker.takeReadyReplies().isEmpty)
        tracker.acknowledge(client: 1, epoch: 5)
        #expect(tracker.takeReadyReplies().isEmpty)
        tracker.acknowledge(client: 2, epoch: 4)
        #expect(tracker.takeReadyReplies().isEmpty)
        tracker.acknowledge(client: 2, epoch: 6)
        #expect(tracker.takeReadyReplies().map(\.request) == [10])
        #expect(tracker.takeReadyReplies().isEmpty)
        #expect(tracker.isEmpty)
    }

    @Test("a reply does not wait for a later discard")
    func laterDiscard() {
        var tracker = AcknowledgementTracker()
        tracker.hold(client: 1, request: 10, epoch: 5)
        tracker.begin(epoch: 6, awaiting: [2], deadline: .seconds(1))
        #expect(tracker.takeReadyReplies().map(\.request) == [10])
        #expect(tracker.isEmpty == false)
    }

    @Test("who is late is named in the replies that waited, once")
    func late() {
        var tracker = AcknowledgementTracker()
        tracker.begin(epoch: 5, awaiting: [1, 2], deadline: .seconds(1))
        tracker.begin(epoch: 6, awaiting: [2], deadline: .seconds(2))
        tracker.hold(client: 1, request: 10, epoch: 6)
        tracker.acknowledge(client: 1, epoch: 5)
        #expect(tracker.laggards(at: .milliseconds(999)).isEmpty)
        #expect(tracker.nextDeadline == .seconds(1))
        #expect(tracker.laggards(at: .seconds(1)) == [2])
        tracker.giveUp(2, as: sleepy)
        let replies = tracker.takeReadyReplies()
        #expect(replies.map(\.request) == [10])
        #expect(replies.map(\.laggards) == [[sleepy]])
        #expect(tracker.nextDeadline == nil)
    }

    @Test("a client that left owes nothing and gets nothing")
    func left() {
        var tracker = AcknowledgementTracker()
        tracker.begin(epoch: 5, awaiting: [1, 2], deadline: .seconds(1))
        tracker.hold(client: 1, request: 10, epoch: 5)
        tracker.hold(client: 2, request: 11, epoch: 5)
        tracker.forget(client: 2)
        tracker.acknowledge(client: 1, epoch: 5)
        #expect(tracker.takeReadyReplies().map(\.request) == [10])
        #expect(tracker.laggards(at: .seconds(9)).isEmpty)
    }

    @Test("a discard that no client must acknowledge holds nothing up")
    func nobody() {
        var tracker = AcknowledgementTracker()
        tracker.begin(epoch: 5, awaiting: [], deadline: .seconds(1))
        tracker.hold(client: 1, request: 10, epoch: 5)
        #expect(tracker.takeReadyReplies().count == 1)
    }
}

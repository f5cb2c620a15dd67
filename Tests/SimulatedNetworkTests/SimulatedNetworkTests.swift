import DeviceSimulation
import ProtectionModel
import SimulatedNetwork
import Synchronization
import Testing
import TrustedDevices

/// Two stations of which one says back what it hears.
private struct Echo {
    let clock = VirtualClock()
    let network: SimulatedNetwork
    let heard = Box<[[UInt8]]>([])

    final class Box<Value: Sendable>: Sendable {
        private let content: Mutex<Value>
        init(_ value: Value) { content = Mutex(value) }
        var value: Value { content.withLock { $0 } }
        func change(_ body: (inout sending Value) -> Void) { content.withLock { body(&$0) } }
    }

    init(_ conditions: NetworkConditions = NetworkConditions(), seed: UInt64 = 1) {
        network = SimulatedNetwork(seed: seed, clock: clock) { [clock] in clock.advance(by: $0) }
        network.conditions = conditions
        let heard = heard
        let station = SimulatedNetwork.Station { bytes in
            heard.change { $0.append(bytes) }
        } answering: { connection in
            while true { try connection.send(try connection.receive(within: .seconds(30))) }
        }
        network.add("a", station)
        network.add("b", station)
    }

    /// What comes back of so many frames, until nothing more does.
    func send(_ count: UInt8) throws -> [UInt8] {
        let connection = try network.connect(from: "a", to: "b")
        for number in 0..<count { try connection.send([number]) }
        var back: [UInt8] = []
        while let frame = try? connection.receive(within: .seconds(10)) { back += frame }
        return back
    }
}

@Suite("A network in memory")
struct SimulatedNetworkTests {
    @Test("carries frames in their order, and passes no time before a side gives up")
    func good() throws {
        let echo = Echo()
        #expect(try echo.send(9) == Array(0..<9))
        #expect(echo.clock.now() == .seconds(10))
    }

    @Test("takes as long as it is told")
    func delay() throws {
        var conditions = NetworkConditions()
        conditions.delay = .milliseconds(200)
        let echo = Echo(conditions)
        let connection = try echo.network.connect(from: "a", to: "b")
        try connection.send([1])
        #expect(try connection.receive(within: .seconds(1)) == [1])
        #expect(echo.clock.now() == .milliseconds(400))
        echo.network.carry([7], from: "a")
        #expect(echo.heard.value == [])
        echo.clock.advance(by: .milliseconds(200))
        echo.network.deliver()
        #expect(echo.heard.value == [[7]])
    }

    @Test("loses, repeats and reorders as its seed has it, the same every time")
    func bad() throws {
        var conditions = NetworkConditions()
        conditions.loss = 0.2
        conditions.duplication = 0.2
        conditions.reordering = 0.2
        let first = try Echo(conditions).send(200)
        #expect(try Echo(conditions).send(200) == first)
        #expect(try Echo(conditions, seed: 2).send(200) != first)
        #expect(first != first.sorted())
        #expect(Set(first).count < 180)
        #expect(first.count > Set(first).count)
    }

    @Test("a network that is off carries nothing, and both sides give up")
    func off() throws {
        var conditions = NetworkConditions()
        conditions.isOff = true
        let echo = Echo(conditions)
        echo.network.carry([7], from: "a")
        #expect(try echo.send(3) == [])
        #expect(echo.heard.value == [])
    }

    @Test("closing lets the other side come to its end, which is told")
    func closing() throws {
        let echo = Echo()
        let connection = try echo.network.connect(from: "a", to: "b")
        connection.close()
        #expect(echo.network.takeFailures().map(\.code) == [.inputOutput])
        #expect(throws: ProtectionError.self) { try connection.send([1]) }
    }

    @Test("a device that goes ends what it was connected to")
    func cutting() throws {
        let echo = Echo()
        let connection = try echo.network.connect(from: "a", to: "b")
        try connection.send([1])
        echo.network.cut("b")
        #expect(throws: ProtectionError.self) { try connection.send([1]) }
    }

    @Test("what was sent can be sent again, or something else in its place")
    func tampering() throws {
        let echo = Echo()
        echo.network.tamper { $0.number == 2 ? [[9], [8]] : [$0.bytes] }
        for number in 1...3 as ClosedRange<UInt8> { echo.network.carry([number], from: "a") }
        try echo.network.replay(echo.network.carried[0])
        #expect(echo.heard.value == [[1], [9], [8], [3], [1]])
        #expect(echo.network.carried.map(\.bytes) == [[1], [2], [3]])
    }
}

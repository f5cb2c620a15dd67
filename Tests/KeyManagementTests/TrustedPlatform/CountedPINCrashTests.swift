import DeviceSimulation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import Synchronization
import TestSupport
import Testing

@Suite("A power loss while a PIN is made, changed or removed")
struct CountedPINCrashTests {
    enum Change: CaseIterable {
        case add, change, remove

        /// A device to which it can be done.
        func device() throws -> PINDevice {
            let device = try PINDevice()
            try KeyRing(device.holder).add(.recoveryKey, named: "paper")
            if self != .add { try device.addPIN() }
            return device
        }

        func make(on device: PINDevice) throws {
            switch self {
            case .add: try device.addPIN()
            case .change:
                try device.holder.changePasscode(
                    try device.passcode(PINDevice.pin),
                    to: try device.passcode("9999")
                )
            case .remove: try KeyRing(device.holder).remove(3)
            }
        }

        /// The PINs before and after.
        var pins: (before: String?, after: String?) {
            switch self {
            case .add: (nil, PINDevice.pin)
            case .change: (PINDevice.pin, "9999")
            case .remove: (PINDevice.pin, nil)
            }
        }
    }

    /// Every key that was acknowledged opens, and the chip has an index for the PIN and no other.
    private func expectWhole(
        _ disk: InMemoryFileSystem,
        _ chip: MemoryChip,
        _ change: Change,
        isAcknowledged: Bool,
        _ context: String
    ) throws {
        let device = try PINDevice(on: disk, chip: chip)
        let slots = try device.slots()
        let pin = slots.first { $0.kind == .pin }
        let (before, after) = change.pins
        let isAfter = try after.map(device.opens) ?? (pin == nil)
        #expect(isAfter || !isAcknowledged, "\(context)")
        if !isAfter, let before { #expect(try device.opens(before), "\(context)") }
        #expect(chip.indexCount == (pin == nil ? 0 : 1), "\(context)")
        #expect(try device.opens(SimulatedDevice.passcode), "\(context)")
        try KeyRing(device.holder).unlock(.recoveryKey)
    }

    @Test("at any call loses no key, and leaks no index", arguments: Change.allCases)
    func crash(change: Change) throws {
        let device = try change.device()
        let states = Mutex<[(disk: InMemoryFileSystem, chip: MemoryChip)]>([])
        let (memory, chip) = (device.memory, device.chip)
        device.faults.install(
            FaultPlan { _, _ in
                let state = (memory.snapshot(), chip.snapshot())
                states.withLock { $0.append(state) }
            }
        )
        try change.make(on: device)
        device.faults.install(FaultPlan())
        let all = states.withLock { $0 } + [(memory.snapshot(), chip)]
        #expect(all.count > 20)
        for (number, state) in all.enumerated() {
            for choice in state.disk.enumerateCrashStates(limit: 6, seed: UInt64(number)) {
                try expectWhole(
                    state.disk.crash(choice),
                    state.chip.snapshot(),
                    change,
                    isAcknowledged: number == all.count - 1,
                    "call \(number)"
                )
            }
        }
    }

    @Test(
        "an error of the disk at any call leaves the device with what it says",
        arguments: Change.allCases,
        [true, false]
    )
    func diskFaults(change: Change, isFull: Bool) throws {
        let counting = try change.device()
        counting.faults.install(FaultPlan())
        try change.make(on: counting)
        for call in 0..<counting.faults.callCount {
            let device = try change.device()
            device.faults.install(FaultPlan([.call(call): isFull ? .diskFull : .diskError]))
            let isAcknowledged = refusal { try change.make(on: device) } == nil
            device.faults.install(FaultPlan())
            try expectWhole(
                device.memory.crash(.keepAll),
                device.chip,
                change,
                isAcknowledged: isAcknowledged,
                "call \(call)"
            )
        }
    }

    @Test(
        "an error of the chip at any call leaves the device with what it says",
        arguments: Change.allCases
    )
    func chipFaults(change: Change) throws {
        let counting = try change.device()
        counting.chip.setFault(nil)
        try change.make(on: counting)
        let count = counting.chip.callCount
        #expect(count > 0)
        for call in 0..<count {
            for fault in [MemoryChip.Fault.before(call), .after(call)] {
                let device = try change.device()
                device.chip.setFault(fault)
                let isAcknowledged = refusal { try change.make(on: device) } == nil
                device.chip.setFault(nil)
                try expectWhole(
                    device.memory.crash(.keepAll),
                    device.chip,
                    change,
                    isAcknowledged: isAcknowledged,
                    "\(fault)"
                )
            }
        }
    }
}

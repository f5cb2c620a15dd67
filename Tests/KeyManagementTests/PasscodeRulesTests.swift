import DeviceSimulation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Rules for the passcode, as profiles bring them")
struct PasscodeRulesTests {
    private static let path = "/device/.passcode-rules"

    private func rules(_ change: (inout PasscodeRules) -> Void) -> PasscodeRules {
        var rules = PasscodeRules()
        change(&rules)
        return rules
    }

    @Test(
        "judge a new passcode by its characters, whatever it is set or changed with",
        arguments: [
            (["length 4"], "1379", true), (["length 5"], "1379", false),
            (["length 5"], "13éü9", true),
            (["length 3"], "é€", false), (["length 2"], "😀€", true), (["letters"], "1379", false),
            (["letters"], "137é", true), (["letters"], "13-9", false),
            (["complex 1"], "13-9", true),
            (["complex 2"], "13-9", false), (["complex 1"], "ab12", false),
            (["complex 1"], "ab 2", true),
            (["simple"], "1112", false), (["simple"], "1123", false), (["simple"], "9321", false),
            (["simple"], "cba", false), (["simple"], "abd", true), (["simple"], "1122", true),
            (["simple"], "1357", true), (["simple"], "121212", true), (["simple"], "11", true),
            (["simple", "letters", "length 6", "complex 1"], "a1-b2c", true),
            (["simple", "letters", "length 6", "complex 1"], "a1-bcd", false), ([], "1", true),
        ]
    )
    func judged(demands: [String], passcode: String, isTaken: Bool) throws {
        let rules = rules { rules in
            for demand in demands {
                let words = demand.split(separator: " ")
                let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
                switch words[0] {
                case "length": rules.minimumLength = number
                case "letters": rules.requiresLetters = true
                case "complex": rules.minimumComplexCount = number
                default: rules.allowsSimple = false
                }
            }
        }
        let expected: ErrorCode? = isTaken ? nil : .passcodePolicy
        let without = try SimulatedDevice.make(hasPasscode: false)
        try without.holder.setPasscodeRules(rules)
        #expect(refusal { try without.replacePasscode(nil, with: passcode) } == expected)
        #expect(try without.holder.status().hasPasscode == isTaken)
        let device = try SimulatedDevice.make()
        try device.holder.setPasscodeRules(rules)
        #expect(
            refusal { try device.replacePasscode(SimulatedDevice.passcode, with: passcode) }
                == expected
        )
        try device.lock()
        try device.unlock(isTaken ? passcode : SimulatedDevice.passcode)
    }

    @Test("a required passcode cannot be removed, and one that is there already stays")
    func required() throws {
        let device = try SimulatedDevice.make()
        try device.holder.setPasscodeRules(
            rules {
                $0.isRequired = true
                $0.minimumLength = 12
            }
        )
        #expect(
            refusal { try device.replacePasscode(SimulatedDevice.passcode, with: nil) }
                == .passcodePolicy
        )
        try device.lock()
        try device.unlock()
        // Those who do not know the old one hear only that.
        #expect(refusal { try device.replacePasscode("9999", with: nil) } == .passcodeIncorrect)
        try device.holder.setPasscodeRules(PasscodeRules())
        #expect(try device.host.names("/device").contains(".passcode-rules") == false)
        device.advance(by: .seconds(3_600))
        try device.unlock()
        try device.replacePasscode(SimulatedDevice.passcode, with: nil)
    }

    @Test("the stricter of two limits holds at once and after a restart", arguments: [false, true])
    func limits(restarts: Bool) throws {
        let device = try SimulatedDevice.make {
            $0.grace = .seconds(60)
            $0.maximumFailedAttempts = 5
            $0.delays = .none
        }
        try device.holder.setPasscodeRules(
            rules {
                $0.maximumGracePeriod = .seconds(5)
                $0.maximumInactivity = .seconds(120)
                $0.maximumFailedAttempts = 2
            }
        )
        if restarts {
            try device.crash()
            try device.unlock()
        }
        try device.holder.lock(skippingGrace: false)
        device.advance(by: .seconds(5))
        #expect(try device.holder.status().state == .locked)
        try device.unlock()
        device.advance(by: .seconds(125))
        #expect(try device.holder.status().state == .locked)
        #expect(refusal { try device.unlock("0001") } == .passcodeIncorrect)
        #expect(refusal { try device.unlock("0002") } == .passcodeIncorrect)
        #expect(refusal { try device.unlock() } == .deviceErased)
    }

    @Test(
        "a limit below the wrong passcodes already made leaves one more try",
        arguments: [false, true]
    )
    func oneMoreTry(isRight: Bool) throws {
        for restarts in [false, true] {
            let device = try SimulatedDevice.make { $0.delays = .none }
            try device.lock()
            for guess in 0..<3 { #expect(refusal { try device.unlock("000\(guess)") } != nil) }
            try device.holder.setPasscodeRules(rules { $0.maximumFailedAttempts = 2 })
            if restarts { try device.crash() }
            if isRight {
                try device.unlock()
                // From here on the limit of the rules, once they are set again, is the whole truth.
                try device.holder.setPasscodeRules(rules { $0.maximumFailedAttempts = 2 })
                #expect(device.holder.passcodeRules.maximumFailedAttempts == 2)
            } else {
                #expect(refusal { try device.unlock("9999") } == .passcodeIncorrect)
                #expect(refusal { try device.unlock() } == .deviceErased)
            }
        }
    }

    @Test("looser rules loosen nothing")
    func looser() throws {
        let device = try SimulatedDevice.make {
            $0.grace = .seconds(5)
            $0.autoLock = .seconds(60)
        }
        try device.holder.setPasscodeRules(
            rules {
                $0.maximumGracePeriod = .seconds(500)
                $0.maximumInactivity = .seconds(500)
                $0.maximumFailedAttempts = 11
            }
        )
        device.advance(by: .seconds(65))
        #expect(try device.holder.status().state == .locked)
    }

    @Test("a shorter grace ends one that is under way")
    func shorterGrace() throws {
        let device = try SimulatedDevice.make { $0.grace = .seconds(600) }
        try device.holder.lock(skippingGrace: false)
        device.advance(by: .seconds(60))
        try device.holder.setPasscodeRules(rules { $0.maximumGracePeriod = .seconds(30) })
        #expect(try device.holder.status().state == .locked)
    }

    @Test("rules that were tampered with keep the device from starting, and are named")
    func tampered() throws {
        let device = try SimulatedDevice.make()
        try device.holder.setPasscodeRules(rules { $0.minimumLength = 8 })
        let genuine = try device.host.bytes(Self.path)
        let other = try SimulatedDevice.make()
        try other.holder.setPasscodeRules(PasscodeRules())
        try other.holder.setPasscodeRules(rules { $0.minimumLength = 1 })
        var forged = [
            [], Array(genuine.dropLast()), genuine + [0], try other.host.bytes(Self.path),
        ]
        for index in genuine.indices {
            var bytes = genuine
            bytes[index] ^= 1 << UInt8(index % 8)
            forged.append(bytes)
        }
        for bytes in forged {
            let disk = device.memoryFileSystem.crash(.keepAll)
            try HostFiles(disk).put(bytes, Self.path)
            #expect(refusal { try RestartedDevice(on: disk) } == .authenticationFailure)
        }
        let disk = device.memoryFileSystem.crash(.keepAll)
        #expect(try RestartedDevice(on: disk).holder.passcodeRules.minimumLength == 8)
    }

    @Test("rules are the old or the new ones wherever the power goes")
    func powerLoss() throws {
        let faulty = try FaultyDevice()
        try faulty.device.holder.setPasscodeRules(rules { $0.minimumLength = 4 })
        let snapshots = try faulty.snapshots {
            try faulty.device.holder.setPasscodeRules(rules { $0.minimumLength = 6 })
        }
        for (index, snapshot) in snapshots.enumerated() {
            for choice in snapshot.enumerateCrashStates(limit: 12, seed: UInt64(index)) {
                let holder = try RestartedDevice(on: snapshot.crash(choice)).holder
                let length = holder.passcodeRules.minimumLength
                #expect(length == 6 || length == 4 && index < snapshots.count - 1)
            }
        }
    }

    @Test("a device that is off takes no rules")
    func off() throws {
        let device = try SimulatedDevice.make()
        try device.holder.shutDown()
        #expect(
            refusal { try device.holder.setPasscodeRules(rules { $0.isRequired = true }) }
                == .deviceOff
        )
    }
}

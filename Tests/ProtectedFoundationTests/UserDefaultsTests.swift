import Foundation
import Preferences
import ProtectedFoundation
import ProtectionModel
import ProtectionTesting
import Testing

@Suite("UserDefaults on a protected device")
struct UserDefaultsTests {
    @Test("values of every type come back as they were set")
    func values() throws {
        let device = try TestDevice()
        let defaults: UserDefaults = try device.container.userDefaults()
        defaults.set(true, forKey: "bool")
        defaults.set(42, forKey: "int")
        defaults.set(1.5, forKey: "double")
        defaults.set(Float(0.25), forKey: "float")
        defaults.set("text", forKey: "string")
        defaults.set(Data([1, 2]), forKey: "data")
        defaults.set(Date(timeIntervalSince1970: 100), forKey: "date")
        defaults.set(["a", "b"], forKey: "array")
        defaults.set(["k": [1, 2]], forKey: "dictionary")
        defaults.set(URL(fileURLWithPath: "/x/y"), forKey: "url")
        // Another object, as after a relaunch.
        let again: UserDefaults = try device.container.userDefaults()
        #expect(again.bool(forKey: "bool"))
        #expect(again.integer(forKey: "int") == 42)
        #expect(again.double(forKey: "double") == 1.5)
        #expect(again.float(forKey: "float") == 0.25)
        #expect(again.string(forKey: "string") == "text")
        #expect(again.data(forKey: "data") == Data([1, 2]))
        #expect(again.object(forKey: "date") as? Date == Date(timeIntervalSince1970: 100))
        #expect(again.stringArray(forKey: "array") == ["a", "b"])
        #expect(again.dictionary(forKey: "dictionary")?["k"] as? [Int] == [1, 2])
        #expect(again.url(forKey: "url")?.path == "/x/y")
        again.removeObject(forKey: "int")
        #expect(again.object(forKey: "int") == nil)
        #expect(again.dictionaryRepresentation().keys.contains("bool"))
        again.register(defaults: ["int": 7])
        #expect(again.integer(forKey: "int") == 7)
    }

    @Test("many threads open defaults, set values and let go of them", .timeLimit(.minutes(30)))
    func manyThreads() throws {
        let container = try TestDevice().container
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<200 {
                let defaults: UserDefaults? = try? container.userDefaults()
                defaults?.set(round, forKey: "k\(thread)")
            }
        }
        let last: UserDefaults = try container.userDefaults()
        #expect((0..<4).allSatisfy { last.integer(forKey: "k\($0)") == 199 })
    }

    @Test("row 76: before the first unlock nothing is found and nothing stored is overwritten")
    func beforeFirstUnlock() throws {
        let device = try TestDevice(in: .beforeFirstUnlock) { device in
            try device.container.userDefaults().set("dark", forKey: "theme")
        }
        let defaults = try device.container.userDefaults()
        defaults.register(defaults: ["theme": "light"])
        #expect(!defaults.isReadable)
        #expect(defaults.string(forKey: "theme") == "light")
        defaults.set("blue", forKey: "theme")
        // The process sees its own write, and no one else ever does.
        #expect(defaults.string(forKey: "theme") == "blue")
        #expect(!defaults.synchronize())
        try device.unlock()
        #expect(try device.container.userDefaults().string(forKey: "theme") == "dark")
    }

    @Test("row 77: in a class A container a value that is set while locked is lost on relaunch")
    func locked() throws {
        var options = TestDevice.Options()
        options.defaultProtection = .complete
        let device = try TestDevice(options: options)
        let defaults = try device.container.userDefaults()
        defaults.set("dark", forKey: "theme")
        try device.lock()
        #expect(!defaults.isReadable)
        #expect(defaults.string(forKey: "theme") == nil)
        defaults.set("blue", forKey: "theme")
        #expect(defaults.string(forKey: "theme") == "blue")
        // The app is launched anew.
        try device.unlock()
        #expect(try device.container.userDefaults().string(forKey: "theme") == "dark")
    }

    @Test("in a container of class C a lock after the first unlock hides no value")
    func lockedClassC() throws {
        let device = try TestDevice()
        let defaults = try device.container.userDefaults()
        defaults.set("dark", forKey: "theme")
        try device.lock()
        #expect(defaults.string(forKey: "theme") == "dark")
        defaults.set("blue", forKey: "theme")
        #expect(try device.container.userDefaults().string(forKey: "theme") == "blue")
    }

    @Test("numbers of every type are numbers")
    func numbers() throws {
        let defaults: UserDefaults = try TestDevice().container.userDefaults()
        for value in [
            Int64(5), UInt8(5), UInt(5), Int8(5), UInt64(5), CGFloat(5), Float(5),
            NSNumber(value: 5),
        ] as [Any] {
            defaults.set(value, forKey: "n")
            #expect(defaults.integer(forKey: "n") == 5, "\(type(of: value))")
        }
        defaults.register(defaults: ["r": Int32(7)])
        #expect(defaults.integer(forKey: "r") == 7)
        defaults.setPersistentDomain(["d": UInt16(9)], forName: "com.example.app")
        #expect(defaults.integer(forKey: "d") == 9)
    }

    @Test("a suite is a store of its own")
    func suites() throws {
        let device = try TestDevice()
        try device.container.userDefaults(suiteName: "group.example").set(1, forKey: "n")
        #expect(try device.container.userDefaults().object(forKey: "n") == nil)
        #expect(
            try device.container.userDefaults(suiteName: "group.example").integer(forKey: "n") == 1
        )
        #expect(throws: ProtectionError.self) {
            try device.container.userDefaults(suiteName: "../x")
        }
        #expect(throws: ProtectionError.self) {
            try device.container.userDefaults(suiteName: "com.example.app")
        }
    }

    @Test("whole domains can be read, replaced and removed")
    func domains() throws {
        let device = try TestDevice()
        let defaults: UserDefaults = try device.container.userDefaults()
        defaults.setPersistentDomain(["a": 1, "b": 2], forName: "com.example.app")
        defaults.setPersistentDomain(["b": 3], forName: "com.example.app")
        #expect(defaults.persistentDomain(forName: "com.example.app")?.count == 1)
        #expect(defaults.integer(forKey: "b") == 3)
        defaults.removePersistentDomain(forName: "com.example.app")
        #expect(defaults.persistentDomain(forName: "com.example.app") == nil)
    }
}

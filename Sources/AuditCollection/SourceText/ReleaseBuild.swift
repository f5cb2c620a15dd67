/// What is known of a release build for an iOS device.
enum ReleaseBuild {
    /// The value of a flag of Swift: `DEBUG`.
    static func swiftFlag(_ name: String) -> Int? { name == "DEBUG" ? 0 : nil }

    /// Whether `name(argument)` of Swift holds: `os(iOS)`.
    static func holds(_ name: String, _ argument: String) -> Bool? {
        switch name {
        case "os": argument == "iOS"
        case "targetEnvironment": false
        case "arch": architectures[argument]
        // Of other modules only the project's settings know.
        case "canImport": desktopModules.contains(argument) ? false : nil
        case "_runtime": argument == "_ObjC"
        default: nil
        }
    }

    /// The value of a macro of C.
    static func macro(_ name: String) -> Int? { macros[name] }

    /// Whether a macro of C is defined.
    static func defines(_ name: String) -> Bool? {
        // Apple's headers define each of these, as 0 where it does not hold.
        if name.hasPrefix("TARGET_OS_"), macros[name] != nil { return true }
        return macros[name].map { $0 != 0 }
    }

    private static let architectures = [
        "arm64": true, "x86_64": false, "i386": false, "arm": false, "armv7k": false,
    ]

    private static let desktopModules: Set<String> = ["AppKit", "Cocoa", "Carbon"]

    private static let macros = [
        "DEBUG": 0, "_DEBUG": 0, "__APPLE__": 1, "__linux__": 0, "__ANDROID__": 0, "ANDROID": 0,
        "_WIN32": 0, "WIN32": 0, "__EMSCRIPTEN__": 0, "TARGET_IPHONE_SIMULATOR": 0,
        "TARGET_OS_SIMULATOR": 0, "TARGET_OS_IPHONE": 1, "TARGET_OS_IOS": 1, "TARGET_OS_MAC": 1,
        "TARGET_OS_EMBEDDED": 1, "TARGET_OS_OSX": 0, "TARGET_OS_WATCH": 0, "TARGET_OS_TV": 0,
        "TARGET_OS_VISION": 0, "TARGET_OS_BRIDGE": 0, "TARGET_OS_DRIVERKIT": 0,
        "TARGET_OS_MACCATALYST": 0, "TARGET_OS_UIKITFORMAC": 0, "TARGET_OS_WINDOWS": 0,
        "TARGET_OS_WIN32": 0, "TARGET_OS_LINUX": 0, "TARGET_CPU_X86": 0, "TARGET_CPU_X86_64": 0,
        "TARGET_CPU_ARM64": 1, "__x86_64__": 0, "__i386__": 0, "__OBJC__": 1,
    ]
}

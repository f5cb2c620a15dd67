import DeviceIdentifiers

extension VendorRule: Vocabulary {
    static var vocabulary: [VendorRule] { [.ios7, .ios6] }

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .ios7: "everything but the last component"
        case .ios6: "the first two components"
        }
    }
}

extension Distribution: Vocabulary {
    static var vocabulary: [Distribution] { allCases }

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .store: "from the store"
        case .testFlight: "a trial build from TestFlight"
        case .development: "built and installed by a developer"
        }
    }
}

extension DevicePlatform: Vocabulary {
    static var vocabulary: [DevicePlatform] { allCases }

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .iOS: "a phone or tablet"
        case .simulator: "the iOS Simulator"
        case .macOS: "an iOS application on a Mac"
        case .visionOS: "an iOS application on visionOS"
        }
    }
}

extension DeviceAccount: Vocabulary {
    static var vocabulary: [DeviceAccount] { allCases }

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .adult: "an adult, who may decide"
        case .signedOut: "nobody is signed in"
        case .child: "a child; tracking is restricted"
        case .under18: "a user under 18; tracking is restricted"
        case .managed: "an organization's; tracking is restricted"
        case .new: "less than three days old; tracking is restricted"
        }
    }
}

extension TrackingAnswer: Vocabulary {
    static var vocabulary: [TrackingAnswer] { allCases }

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .authorized: "allow"
        case .denied: "ask the application not to track"
        }
    }
}

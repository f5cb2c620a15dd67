/// A call that the system answers only when the Info.plist says what for.
///
/// Source: Apple, "Protected resources"
/// (developer.apple.com/documentation/bundleresources/protected-resources) with the pages of its
/// keys and of the calls, "Device sensors" and "Personal data"
/// (developer.apple.com/documentation/technologyoverviews), as of 2026-09. Only calls that ask,
/// crash or are refused without the key are here; `NSUserTrackingUsageDescription` is left to
/// the rules about identifiers.
struct PurposeNeed: Sendable {
    /// Functions, methods and selectors.
    var calls: Set<String> = []
    /// Types one of which is made.
    var made: Set<String> = []
    /// Names one of which the receiver is made of; empty for any receiver.
    var receivers: Set<String> = []
    /// Names one of which an argument is made of; empty for any arguments.
    var arguments: Set<String> = []
    /// A label whose argument is given and neither `nil` nor empty.
    var label: String?
    /// The keys of the Info.plist, any of which is enough.
    let keys: [String]
}

extension PurposeNeed {
    /// Names whose functions must be kept: `default` or `request` alone stands in too many.
    static let watched = all.reduce(into: Set<String>()) {
        $0.formUnion($1.calls.filter { $0 != "default" && $0 != "request" })
        $0.formUnion($1.made)
        $0.formUnion($1.receivers)
    }

    /// Needs by what they protect.
    static let all: [PurposeNeed] = media + places + people + hardware + services

    private static let request: Set<String> = [
        "requestAuthorization", "requestAuthorization:",
        "requestAuthorizationWithCompletionHandler:", "requestAuthorizationWithHandler:",
        "requestAuthorizationForAccessLevel:handler:", "requestAuthorizationForSensors:completion:",
    ]
    private static let capture: Set<String> = [
        "requestAccess", "requestAccessForMediaType:completionHandler:", "default",
        "defaultDeviceWithMediaType:",
    ]
    private static let video: Set<String> = ["video", "AVMediaTypeVideo"]
    private static let audio: Set<String> = ["audio", "AVMediaTypeAudio"]
    private static let camera = ["NSCameraUsageDescription"]
    private static let microphone = ["NSMicrophoneUsageDescription"]
    private static let photos = [
        "NSPhotoLibraryUsageDescription", "NSPhotoLibraryAddUsageDescription",
    ]

    /// What `receiver` asks for with `request`.
    private static func asked(of receiver: String, _ key: String) -> PurposeNeed {
        PurposeNeed(calls: request, receivers: [receiver], keys: [key])
    }

    private static let media: [PurposeNeed] = [
        PurposeNeed(calls: capture, receivers: ["AVCaptureDevice"], arguments: video, keys: camera),
        PurposeNeed(
            calls: ["deviceInputWithDevice:error:"],
            made: ["AVCaptureDeviceInput"],
            arguments: video,
            keys: camera
        ),
        PurposeNeed(
            made: [
                "VNDocumentCameraViewController", "DataScannerViewController",
                "ARWorldTrackingConfiguration", "ARFaceTrackingConfiguration",
                "ARBodyTrackingConfiguration", "ARImageTrackingConfiguration",
                "ARGeoTrackingConfiguration", "ARObjectScanningConfiguration",
            ],
            keys: camera
        ),
        PurposeNeed(
            calls: capture,
            receivers: ["AVCaptureDevice"],
            arguments: audio,
            keys: microphone
        ),
        PurposeNeed(
            calls: [
                "requestRecordPermission", "requestRecordPermission:",
                "requestRecordPermissionWithCompletionHandler:",
            ],
            keys: microphone
        ),
        PurposeNeed(
            calls: ["deviceInputWithDevice:error:"],
            made: ["AVCaptureDeviceInput"],
            arguments: audio,
            keys: microphone
        ),
        PurposeNeed(made: ["AVAudioRecorder"], keys: microphone),
        PurposeNeed(
            calls: ["installTap", "installTapOnBus:bufferSize:format:block:"],
            receivers: ["inputNode"],
            keys: microphone
        ),
        PurposeNeed(
            calls: request.union([
                "performChanges", "performChanges:completionHandler:", "performChangesAndWait",
                "performChangesAndWait:error:",
            ]),
            receivers: ["PHPhotoLibrary"],
            keys: photos
        ),
        PurposeNeed(
            calls: ["UIImageWriteToSavedPhotosAlbum", "UISaveVideoAtPathToSavedPhotosAlbum"],
            keys: photos
        ),
        PurposeNeed(
            calls: request,
            receivers: ["MPMediaLibrary", "SKCloudServiceController"],
            keys: ["NSAppleMusicUsageDescription"]
        ),
        PurposeNeed(
            calls: ["request"],
            receivers: ["MusicAuthorization"],
            keys: ["NSAppleMusicUsageDescription"]
        ),
        .asked(of: "SFSpeechRecognizer", "NSSpeechRecognitionUsageDescription"),
    ]

    private static let places: [PurposeNeed] = [
        // Always has to be asked for after "when in use", so that it needs the words of both.
        PurposeNeed(
            calls: ["requestWhenInUseAuthorization", "requestAlwaysAuthorization"],
            keys: ["NSLocationWhenInUseUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestAlwaysAuthorization"],
            keys: ["NSLocationAlwaysAndWhenInUseUsageDescription"]
        ),
        PurposeNeed(
            made: ["CLServiceSession"],
            arguments: ["whenInUse", "always"],
            keys: ["NSLocationWhenInUseUsageDescription"]
        ),
        PurposeNeed(
            made: ["CLServiceSession"],
            arguments: ["always"],
            keys: ["NSLocationAlwaysAndWhenInUseUsageDescription"]
        ),
        PurposeNeed(
            calls: [
                "requestTemporaryFullAccuracyAuthorization",
                "requestTemporaryFullAccuracyAuthorizationWithPurposeKey:",
                "requestTemporaryFullAccuracyAuthorizationWithPurposeKey:completion:",
            ],
            keys: ["NSLocationTemporaryUsageDescriptionDictionary"]
        ),
        // Accelerometer and gyroscope of `CMMotionManager` need no key.
        PurposeNeed(
            calls: [
                "startActivityUpdates", "queryActivityStarting", "queryPedometerData",
                "startRelativeAltitudeUpdates", "startAbsoluteAltitudeUpdates",
                "recordAccelerometer", "startActivityUpdatesToQueue:withHandler:",
                "queryActivityStartingFromDate:toDate:toQueue:withHandler:",
                "startRelativeAltitudeUpdatesToQueue:withHandler:",
                "startAbsoluteAltitudeUpdatesToQueue:withHandler:",
                "queryPedometerDataFromDate:toDate:withHandler:",
                "startPedometerUpdatesFromDate:withHandler:",
                "startPedometerEventUpdatesWithHandler:", "recordAccelerometerForDuration:",
            ],
            keys: ["NSMotionUsageDescription"]
        ),
        PurposeNeed(
            calls: [
                "startUpdates", "startEventUpdates", "startDeviceMotionUpdates",
                "startDeviceMotionUpdatesToQueue:withHandler:",
            ],
            receivers: ["CMPedometer", "CMHeadphoneMotionManager"],
            keys: ["NSMotionUsageDescription"]
        ),
        .asked(of: "CMFallDetectionManager", "NSFallDetectionUsageDescription"),
    ]

    private static let people: [PurposeNeed] = [
        PurposeNeed(
            calls: ["requestAccess", "requestAccessForEntityType:completionHandler:"],
            arguments: ["contacts", "CNEntityTypeContacts"],
            keys: ["NSContactsUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestAccess", "requestAccessToEntityType:completion:"],
            arguments: ["event", "EKEntityTypeEvent"],
            keys: ["NSCalendarsUsageDescription", "NSCalendarsFullAccessUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestFullAccessToEvents", "requestFullAccessToEventsWithCompletion:"],
            keys: ["NSCalendarsFullAccessUsageDescription"]
        ),
        PurposeNeed(
            calls: [
                "requestWriteOnlyAccessToEvents", "requestWriteOnlyAccessToEventsWithCompletion:",
            ],
            keys: [
                "NSCalendarsWriteOnlyAccessUsageDescription",
                "NSCalendarsFullAccessUsageDescription",
            ]
        ),
        PurposeNeed(
            calls: ["requestAccess", "requestAccessToEntityType:completion:"],
            arguments: ["reminder", "EKEntityTypeReminder"],
            keys: ["NSRemindersUsageDescription", "NSRemindersFullAccessUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestFullAccessToReminders", "requestFullAccessToRemindersWithCompletion:"],
            keys: ["NSRemindersFullAccessUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestAuthorization"],
            label: "toShare",
            keys: ["NSHealthUpdateUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestAuthorizationToShareTypes:readTypes:completion:"],
            label: "requestAuthorizationToShareTypes",
            keys: ["NSHealthUpdateUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestAuthorization"],
            receivers: ["HKHealthStore", "healthStore"],
            label: "read",
            keys: ["NSHealthShareUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestAuthorizationToShareTypes:readTypes:completion:"],
            label: "readTypes",
            keys: ["NSHealthShareUsageDescription"]
        ),
        PurposeNeed(
            calls: [
                "loadFriends", "loadFriends:", "loadFriendsWithIdentifiers:completionHandler:",
            ],
            receivers: ["GKLocalPlayer"],
            keys: ["NSGKFriendListUsageDescription"]
        ),
    ]

    private static let hardware: [PurposeNeed] = [
        // Accessories that were set up by AccessorySetupKit are reached without being asked.
        PurposeNeed(
            made: ["CBCentralManager", "CBPeripheralManager"],
            keys: [
                "NSBluetoothAlwaysUsageDescription", "NSAccessorySetupKitSupports",
                "NSAccessorySetupSupports",
            ]
        ),
        PurposeNeed(
            calls: ["evaluatePolicy", "evaluatePolicy:localizedReason:reply:"],
            arguments: [
                "deviceOwnerAuthenticationWithBiometrics",
                "LAPolicyDeviceOwnerAuthenticationWithBiometrics",
                "deviceOwnerAuthenticationWithBiometricsOrCompanion",
                "LAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion",
            ],
            keys: ["NSFaceIDUsageDescription"]
        ),
        PurposeNeed(
            made: [
                "NFCNDEFReaderSession", "NFCTagReaderSession", "NFCPaymentTagReaderSession",
                "NFCVASReaderSession",
            ],
            keys: ["NFCReaderUsageDescription"]
        ),
        PurposeNeed(
            calls: ["nw_browser_create", "DNSServiceBrowse"],
            made: [
                "NWBrowser", "NetServiceBrowser", "NSNetServiceBrowser", "MCNearbyServiceBrowser",
                "MCNearbyServiceAdvertiser", "MCAdvertiserAssistant", "MCBrowserViewController",
            ],
            keys: ["NSLocalNetworkUsageDescription"]
        ),
        PurposeNeed(
            made: ["NISession"],
            keys: [
                "NSNearbyInteractionUsageDescription",
                "NSNearbyInteractionAllowOnceUsageDescription",
            ]
        ),
        PurposeNeed(made: ["HMHomeManager"], keys: ["NSHomeKitUsageDescription"]),
        .asked(of: "SRSensorReader", "NSSensorKitUsageDescription"),
    ]

    private static let services: [PurposeNeed] = [
        PurposeNeed(
            calls: ["requestSiriAuthorization", "requestSiriAuthorization:"],
            keys: ["NSSiriUsageDescription"]
        ),
        .asked(of: "INFocusStatusCenter", "NSFocusStatusUsageDescription"),
        .asked(of: "AlarmManager", "NSAlarmKitUsageDescription"),
        .asked(of: "FinanceStore", "NSFinancialDataUsageDescription"),
        PurposeNeed(
            calls: ["checkAccessStatus", "checkAccessStatusWithOptions:completionHandler:"],
            receivers: ["VSAccountManager"],
            keys: ["NSVideoSubscriberAccountUsageDescription"]
        ),
    ]
}

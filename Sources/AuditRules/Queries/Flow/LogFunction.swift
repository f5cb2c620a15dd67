import AuditFacts
import AuditPolicy

/// A function that writes what it is handed where others than the app can read it: into a log, or to a
/// service that collects crashes or events.
package enum LogFunction {
    /// What is shown of the values that one is handed.
    enum Style: Sendable {
        /// All of them.
        case everything
        /// Those that stand behind `%{public}` in a format.
        case publicFormat
        /// Those that are interpolated with `privacy: .public`.
        case publicParts
    }

    /// Names whose functions must be kept.
    package static let watched = Set(collectors.keys).union([
        "print", "debugPrint", "dump", "NSLog", "NSLogv", "os_log", "Logger", "DDLogDebug",
        "DDLogInfo", "DDLogError", "DDLogWarn", "DDLogVerbose", "log", "logger", "printf",
        "vprintf", "fprintf", "vfprintf", "dprintf", "vdprintf", "fatalError", "precondition",
        "preconditionFailure", "NSException", "raise", "exceptionWithName", "Log", "logMessage",
        "logInfo", "logError", "logDebug", "logWarning", "infoLog", "debugLog", "errorLog",
        "warningLog", "verboseLog",
    ])

    /// What functions that log are called.
    static var names: Set<String> {
        plain.union(levels).union(directed).union(raising).union(["os_log"])
            .union(collectors.values.joined())
    }

    /// How the function called by `found` logs; `nil` for one that does not.
    static func style(of found: CallInScope, _ calls: CallGraph) -> Style? {
        guard let name = found.call.name else { return nil }
        let own = calls.types.functions(calledBy: found.call, in: found.scope)
        guard own.isEmpty else { return nil }
        if name == "os_log" { return .publicFormat }
        if raising.contains(name) {
            return found.receiverName == "NSException" ? .everything : nil
        }
        if directed.contains(name) { return isConsole(found.call) ? .everything : nil }
        if plain.contains(name) {
            let isGlobal =
                found.call.receiver == nil || name == "print" && found.receiverName == "Swift"
            let isWritten = LumberjackLevel.isWritten(name, calls.code.file(at: found.path))
            // `print(value, to: &text)` prints into a text.
            return isGlobal && isWritten && found.call["to"] == nil ? .everything : nil
        }
        if collector(found.call, calls) != nil { return .everything }
        guard levels.contains(name) else { return nil }
        if isLibrarys(found, calls) { return .everything }
        return isSystems(found, calls) ? .publicParts : nil
    }

    /// What `call` is handed to show; values behind the labels of the call itself are none.
    static func values(of call: Syntax.Call, _ calls: CallGraph) -> [Syntax.Expression] {
        if collector(call, calls) != nil { return call.arguments.map(\.value) }
        let name = call.name ?? ""
        if name.hasSuffix(":") { return call.arguments.dropFirst().map(\.value) }
        let values = call.arguments.filter { argument in
            argument.label.map(printed.contains) ?? true
        }.map(\.value)
        let skipped = directed.contains(name) || name == "precondition" ? 1 : 0
        return values.dropFirst(skipped).flatMap(listed)
    }

    /// What `getVaList` and `withVaList` are handed: the values themselves.
    private static func listed(_ value: Syntax.Expression) -> [Syntax.Expression] {
        guard case .call(let call) = value.node, call.name == "getVaList",
            case .list(let values)? = call.arguments.first?.value.node
        else { return [value] }
        return values
    }

    // MARK: Functions of the platform

    private static let plain: Set<String> = [
        "print", "debugPrint", "dump", "NSLog", "NSLogv", "printf", "vprintf", "DDLogDebug",
        "DDLogInfo", "DDLogError", "DDLogWarn", "DDLogVerbose", "fatalError", "precondition",
        "preconditionFailure", "NSException",
    ]
    /// Functions whose first argument says where to.
    private static let directed: Set<String> = ["fprintf", "vfprintf", "dprintf", "vdprintf"]
    /// Messages that raise an exception, whose reason stands in the log and in the crash report.
    private static let raising: Set<String> = [
        "raise", "raise:format:", "exceptionWithName:reason:userInfo:",
    ]
    /// Labels of what a call prints.
    private static let printed: Set<String> = [
        "separator", "terminator", "reason", "format", "arguments", "metadata",
    ]
    private static let levels: Set<String> = [
        "log", "trace", "debug", "info", "notice", "warning", "error", "critical", "fault",
        "verbose", "severe",
    ]

    /// Whether it is printed where a log goes: `stderr` or a descriptor of it, not into a file.
    private static func isConsole(_ call: Syntax.Call) -> Bool {
        guard let target = call.arguments.first?.value else { return false }
        if case .number = target.node { return true }
        return ["stderr", "stdout", "__stderrp", "__stdoutp", "STDERR_FILENO", "STDOUT_FILENO"]
            .contains(target.lastName) || target.node == .null
    }

    private static func isSystems(_ found: CallInScope, _ calls: CallGraph) -> Bool {
        guard let receiver = found.call.receiver, found.scope.file.language == .swift else {
            return false
        }
        if receiver.chain.first == "Logger" { return true }
        if let type = calls.types.type(of: receiver, in: found.scope) {
            return ["Logger", "os.Logger"].contains(type.name) && !calls.types.declares("Logger")
        }
        guard let name = receiver.lastName else { return false }
        let declared = calls.code.variables(name).map(\.variable)
        return declared.contains { variable in
            variable.type == "Logger" || variable.value?.chain.first == "Logger"
        } && found.scope.file.imports.contains { $0 == "os" || $0 == "OSLog" }
    }

    // MARK: Functions of libraries

    /// A logger of a library that shows all it is handed.
    ///
    /// Sources: the documentation of SwiftyBeaver, XCGLogger and swift-log.
    private static func isLibrarys(_ found: CallInScope, _ calls: CallGraph) -> Bool {
        guard let receiver = found.call.receiver, !found.call.arguments.isEmpty else {
            return false
        }
        let imports = Set(found.scope.file.imports)
        let root = receiver.chain.first ?? ""
        if libraries.contains(root) { return !calls.types.declares(root) }
        let name = receiver.lastName ?? root
        let declared = calls.code.variables(name).map(\.variable)
        let isLibrary = declared.contains { variable in
            let maker = variable.value?.chain.first ?? ""
            return libraries.contains(maker) && !calls.types.declares(maker)
                || maker == "Logger" && variable.isSwiftLog(imports)
        }
        return isLibrary && !found.scope.isLocal(name)
    }

    private static let libraries: Set<String> = ["SwiftyBeaver", "XCGLogger"]

    /// The service that `call` hands a crash's circumstances or an event to.
    static func collector(_ call: Syntax.Call, _ calls: CallGraph) -> String? {
        guard let root = call.receiver?.chain.first, let name = call.name,
            let methods = collectors[root], methods.contains(name), !calls.types.declares(root)
        else { return nil }
        return root
    }

    /// What collects crashes and events, and the methods that hand it values.
    ///
    /// Sources: the documentation of Firebase, Sentry, Mixpanel, Amplitude, Bugsnag, Flurry, AppsFlyer,
    /// Adjust, PostHog, TelemetryDeck, Countly, Heap, Matomo, App Center and New Relic for iOS.
    private static let collectors: [String: Set<String>] = [
        "Crashlytics": [
            "log", "setCustomValue", "setCustomKeysAndValues", "setUserID", "record",
            "setUserIdentifier", "setUserEmail", "setUserName", "setObjectValue",
            "setUserIdentifier:", "setUserEmail:", "setUserName:", "setUserID:",
            "setObjectValue:forKey:", "setCustomValue:forKey:", "recordError:",
            "recordError:withAdditionalUserInfo:",
        ],
        "Analytics": [
            "logEvent", "setUserProperty", "setUserID", "trackEvent", "track", "identify",
            "logEventWithName:parameters:", "setUserPropertyString:forName:", "setUserID:",
            "trackEvent:withProperties:",
        ],
        "FIRAnalytics": [
            "logEventWithName:parameters:", "setUserPropertyString:forName:", "setUserID:",
        ],
        "SentrySDK": ["capture", "addBreadcrumb", "setUser", "captureMessage:", "setUser:"],
        "Mixpanel": [
            "track", "identify", "registerSuperProperties", "track:properties:", "identify:",
        ],
        "Amplitude": [
            "logEvent", "track", "identify", "setUserId", "setUserProperties", "setUserId:",
            "logEvent:withEventProperties:",
        ],
        "Bugsnag": ["notify", "addMetadata", "leaveBreadcrumb", "setUser"],
        "Flurry": ["logEvent", "log", "set", "setUserID:", "logEvent:withParameters:"],
        "AppsFlyerLib": ["logEvent"],
        "PostHogSDK": ["capture", "identify"],
        "TelemetryManager": ["send"],
        "TelemetryDeck": ["signal"],
        "Countly": ["recordEvent", "recordEvent:segmentation:"],
        "Heap": ["track", "identify", "addUserProperties"],
        "MatomoTracker": ["track"],
        "MSAnalytics": ["trackEvent", "trackEvent:withProperties:"],
        "NewRelic": ["recordCustomEvent", "setAttribute", "setUserId", "recordError"],
    ]

    // MARK: Functions that are called like one

    /// `logMessage(…)`, `Log.d(…)`, not `logOut()`.
    static func isNamed(_ call: Syntax.Call) -> Bool {
        guard let name = call.name, !call.arguments.isEmpty else { return false }
        if let receiver = call.receiver?.lastName {
            return ["log", "logger", "Log", "Logger"].contains(receiver)
                && (levels.contains(name) || shortLevels.contains(name))
        }
        let words = NameWords.words(of: name)
        if words.count == 2, words[1] == "log" { return levels.contains(words[0]) }
        return words.first == "log"
            && (words.count == 1 || shortLevels.union(levels).contains(words[1]))
    }

    /// Whether `function` itself is called like one: what it is handed is told by those who hand it over.
    static func isLogger(_ function: Syntax.Function) -> Bool {
        let words = NameWords.words(of: function.name)
        let type = function.type.map { NameWords.words(of: $0) } ?? []
        return words.first.map(levels.union(shortLevels).contains) ?? false
            || (words + type).contains(where: ["log", "logger", "logging"].contains)
    }

    private static let shortLevels: Set<String> = [
        "d", "i", "w", "e", "v", "warn", "fatal", "message", "verbose",
    ]
}

extension Syntax.Variable {
    /// Whether it is a logger of swift-log's, where a file that has `imports` uses it: that one is made
    /// with a label.
    fileprivate func isSwiftLog(_ imports: Set<String>) -> Bool {
        guard case .call(let call)? = value?.node else { return false }
        return call["label"] != nil && imports.isDisjoint(with: ["os", "OSLog"])
    }
}

/// The level of CocoaLumberjack that a file sets for itself with `static const DDLogLevel ddLogLevel`.
///
/// Source: CocoaLumberjack, `DDLog.h` and "Getting started". `Notice` is the custom level of many apps.
enum LumberjackLevel {
    private static let ranks = [
        "Off": 0, "Error": 1, "Warn": 2, "Warning": 2, "Notice": 3, "Info": 4, "Debug": 5,
        "Verbose": 6, "All": 7,
    ]

    /// Whether a call of the macro `name` writes anything in a release build of `file`.
    static func isWritten(_ name: String, _ file: CodeFile?) -> Bool {
        guard name.hasPrefix("DDLog"), let rank = ranks[String(name.dropFirst(5))] else {
            return true
        }
        let levels = file?.variables.filter { $0.name == "ddLogLevel" } ?? []
        let set = levels.compactMap { level -> Int? in
            guard let value = level.value?.lastName, value.hasPrefix("DDLogLevel") else {
                return nil
            }
            return ranks[String(value.dropFirst("DDLogLevel".count))]
        }
        return set.max().map { rank <= $0 } ?? true
    }
}

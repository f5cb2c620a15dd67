// Judges a film by the rating in its file, on a tablet whose configuration profile sets a limit.
//
//     allowed-movie FILM PROFILE
//
// The status is 0 when the film may be shown and 1 when it may not.
import ConfigurationProfiles
import ContentRestrictions
import Foundation
import ProtectedStore

/// What becomes of a film, in a sentence with its reason.
func judge(_ decision: RestrictionDecision) -> String {
    let film = decision.rating.map { "\($0.label) is \($0.value)" } ?? "it has no rating"
    let limit = decision.limit.map { "the limit is \(Int($0))" } ?? "there is no limit"
    let origin = decision.limitFrom == .managed ? ", set by a profile" : ""
    return switch decision.outcome {
    case .allow: "allowed: \(film), \(limit)\(origin)"
    case .deny: "refused: \(film), \(limit)\(origin)"
    case .ownPolicy: "not shown: \(decision.reason?.rawValue ?? "no reason")"
    }
}

func decide(on film: String, with profile: [UInt8]) throws -> RestrictionDecision {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tablet = folder.appending(path: "tablet").path()
    let key = folder.appending(path: "tablet.key").path()
    try Device.createWithoutPasscode(at: tablet, keyAt: key)
    let device = try Device(at: tablet, keyAt: key)
    try device.boot()
    try device.installProfile(profile)

    let rating = try MediaRating(ofFileAt: film)
    let preferences = try device.preferences(of: "com.example.player")
    // What the profile forces comes before what the application has set.
    try preferences.set(.integer(1000), forKey: RestrictionKey.movieRating.rawValue)
    return RestrictionChecker(preferences).decide(rating)
}

func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("allowed-movie: \(message)\n".utf8))
    exit(status)
}

guard CommandLine.arguments.count == 3 else {
    end("usage: allowed-movie FILM PROFILE", status: 64)
}
guard let profile = FileManager.default.contents(atPath: CommandLine.arguments[2]) else {
    end("'\(CommandLine.arguments[2])' cannot be read", status: 66)
}
do {
    let decision = try decide(on: CommandLine.arguments[1], with: Array(profile))
    print(judge(decision))
    // An application of its own may show what nobody has rated; this one does not.
    if decision.outcome != .allow { exit(1) }
} catch let error as ProtectionError {
    switch error.code {
    case .malformedRating, .malformedProfile: end(error.message, status: 65)
    case .notFound, .isADirectory: end(error.message, status: 66)
    default: end(error.message, status: 74)
    }
} catch {
    end("\(error)", status: 74)
}

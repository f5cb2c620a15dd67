import DeviceIdentifiers
import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto

/// The delivered notifications of an app.
///
/// Each is two sealed files: the cover, what is known of it in every lock state after the first unlock, and
/// the content, whose class follows the setting of previews: a screen that may not show it has no key for it.
/// What comes before the first unlock is one file that nobody can read until then. The class of a content is
/// the end of its name, so that nothing has to be opened to see what the next unlock has to do.
struct Inbox {
    /// How long and how many are kept (M).
    static let limit = 100
    static let lifetime: Int64 = 7 * 24 * 3_600

    let folder: AppFolder
    let keys: any KeyService
    let status: DeviceStatus
    var state: LockState { status.state }

    /// When something came, whatever its date says: by the clock on the wall, which can be set, and by the
    /// one that cannot, which begins anew with each run.
    struct Arrival: Codable {
        let date: Timestamp
        let run: DeviceRun
        let time: Duration
    }

    /// The arrival of what comes now.
    var arrival: Arrival {
        Arrival(date: keys.clock.wallTime(), run: status.run, time: keys.clock.now())
    }

    /// A cover as it is kept.
    struct Entry: Codable {
        var version = 1
        let cover: DeliveredNotification.Cover
        /// The name that its content was given, without the class.
        let content: String
        let arrival: Arrival

        /// What comes later is greater.
        var mark: Mark { Mark(content) ?? Mark(seconds: arrival.date.seconds, number: 0) }
        /// What no other notification has, be it one of this identifier that comes later; it stays when what
        /// was sealed is opened.
        var serial: String {
            let stem = stem
            return Inbox.isSealed(stem) ? String(stem.dropLast(Inbox.sealedMark.count)) : stem
        }
        /// The part of the content's name that stays while there is this content.
        var stem: String { Inbox.stem(of: content) }
    }

    /// A content as it is kept.
    struct Content: Codable {
        var version = 1
        var content: NotificationContent
        /// What is still sealed of a push, to be opened when there is a key.
        var sealed: SealedRemainder?
    }

    /// What came before the first unlock.
    struct Early: Codable {
        var version = 1
        let identifier: String
        let date: Timestamp
        let arrival: Arrival
        let content: Content
    }

    static let coverEnd = ".cover"
    static let earlyEnd = ".early"

    /// The end of the name of a content in a class.
    static func end(_ protection: ProtectionClass) -> String { ".\(protection.letter)" }

    /// The class of a content by its name; nil for another file.
    static func contentClass(_ name: some StringProtocol) -> ProtectionClass? {
        [
            ProtectionClass.complete, .completeUnlessOpen, .completeUntilFirstUserAuthentication,
        ].first { name.hasSuffix(end($0)) }
    }

    /// One notification of an identifier has one name, which says nothing of it.
    static func coverName(_ identifier: String) -> String { hash(of: identifier) + coverEnd }

    /// Whether a file is one of those of an identifier that came before the first unlock.
    ///
    /// The name tells, because the file cannot be read until the unlock after it came, and has to go with the
    /// notification that is removed or replaced until then.
    static func isEarly(_ name: String, of identifier: String) -> Bool {
        name.hasSuffix("-" + hash(of: identifier) + earlyEnd)
    }

    /// Identifiers that Swift takes for equal have one hash, however their accents are encoded.
    private static func hash(of identifier: String) -> String {
        let text = identifier.precomposedStringWithCanonicalMapping
        return GenericHash.hash(of: Array(text.utf8)).prefix(16).hex
    }

    var isFirstUnlocked: Bool {
        ProtectionClass.completeUntilFirstUserAuthentication.isOpenable(in: state)
    }

    /// A new name for a content: when it came, its number among those that are there, and its serial, which
    /// is random, because the number of one that is removed is given again.
    ///
    /// So what is too old, and what came first, is seen without a key.
    private func newName(
        _ arrival: Arrival,
        _ number: UInt64?,
        _ serial: String?,
        isSealed: Bool
    ) throws -> String {
        let mark = try newMark(arrival, number)
        let serial = serial ?? keys.random.bytes(16).hex
        return "\(mark)-" + serial + (isSealed ? Self.sealedMark : "")
    }

    private func newMark(_ arrival: Arrival, _ number: UInt64? = nil) throws -> Mark {
        let last = try folder.names().compactMap { Mark($0)?.number }.max()
        return Mark(seconds: max(0, arrival.date.seconds), number: number ?? (last ?? 0) &+ 1)
    }

    /// The name of a content without its mark and its class.
    static func stem(of name: some StringProtocol) -> String {
        let rest = Mark.split(name)?.rest ?? name[...]
        return String(contentClass(name) == nil ? rest : rest.dropLast(2))
    }

    /// What a content's name begins with.
    ///
    /// What comes later has the higher number; a clock can be set back.
    struct Mark: Comparable, CustomStringConvertible {
        let seconds: Int64
        let number: UInt64

        init(seconds: Int64, number: UInt64) {
            self.seconds = seconds
            self.number = number
        }

        /// Nil for the name of something else.
        init?(_ name: some StringProtocol) {
            guard let mark = Self.split(name)?.mark else { return nil }
            self = mark
        }

        /// The mark, and what stands behind it.
        static func split<Name: StringProtocol>(
            _ name: Name
        ) -> (mark: Mark, rest: Name.SubSequence)? {
            let parts = name.split(separator: "-", maxSplits: 2)
            guard parts.count == 3, let seconds = Int64(parts[0], radix: 16),
                let number = UInt64(parts[1], radix: 16)
            else { return nil }
            return (Mark(seconds: seconds, number: number), parts[2])
        }

        var description: String {
            String(seconds, radix: 16) + "-" + String(number, radix: 16)
        }

        static func < (left: Mark, right: Mark) -> Bool {
            (left.number, left.seconds) < (right.number, right.seconds)
        }
    }

    /// Whether a content, by its name, is past its time.
    static func isOver(_ name: some StringProtocol, _ now: Timestamp) -> Bool {
        Mark(name).map { Timestamp(seconds: $0.seconds).isOver(after: lifetime, now) } ?? false
    }

    /// The same for a notification: the name of its file tells, which may have been dated anew.
    private static func isOver(
        _ entry: Entry,
        _ contents: [String: String],
        _ now: Timestamp
    ) -> Bool {
        isOver(contents[entry.stem] ?? entry.content, now)
    }

    /// Whether a file came while the clock was not set, and it is now.
    static func isUndated(_ name: some StringProtocol, _ now: Timestamp) -> Bool {
        Mark(name).map { Timestamp(seconds: $0.seconds).isUndated(at: now) } ?? false
    }

    /// Whether a content, by its name without the class, holds a push that could not be opened.
    static func isSealed(_ name: some StringProtocol) -> Bool { name.hasSuffix(sealedMark) }

    fileprivate static let sealedMark = "-sealed"

    // MARK: Delivering

    /// Puts a notification in, in the place of one with its identifier; `options` say what of it may show
    /// while its content is locked.
    ///
    /// - Returns: the name of its file, before the first unlock.
    /// - Throws: `ProtectionError`; then there is what was there before, and perhaps a content without a cover.
    @discardableResult
    func deliver(
        _ content: Content,
        _ identifier: String,
        date: Timestamp,
        arrival: Arrival,
        number: UInt64? = nil,
        serial: String? = nil,
        previews: PreviewsSetting,
        showing options: NotificationCategory.Options
    ) throws -> String? {
        guard isFirstUnlocked else {
            return try keepEarly(content, identifier, date: date, arrival: arrival)
        }
        let protection = Self.protection(previews, in: state)
        let coverName = Self.coverName(identifier)
        let old: Entry? = try entry(coverName)
        let name = try newName(arrival, number, serial, isSealed: content.sealed != nil)
        try write(content, as: name, protection)
        let entry = Entry(
            cover: DeliveredNotification.Cover(
                folder.application,
                identifier,
                date,
                content.content,
                showing: options
            ),
            content: name,
            arrival: arrival
        )
        try folder.write(entry, as: coverName, .completeUntilFirstUserAuthentication)
        if let old { try removeContent(of: old) }
        try removeEarly(of: identifier, before: entry.mark)
        try keepLimit()
        return nil
    }

    /// Writes a content; the device may have been locked since its state was asked for.
    private func write(
        _ content: Content,
        as name: String,
        _ protection: ProtectionClass
    ) throws {
        do { try folder.write(content, as: name + Self.end(protection), protection) } catch {
            let code = ProtectionError(error, path: nil).code
            guard protection == .complete, code == .protectedDataUnavailable else { throw error }
            let locked = ProtectionClass.completeUnlessOpen
            try folder.write(content, as: name + Self.end(locked), locked)
        }
    }

    /// Before the first unlock a public key is all there is; names tell which it takes the place of.
    ///
    /// - Returns: the name of its file.
    private func keepEarly(
        _ content: Content,
        _ identifier: String,
        date: Timestamp,
        arrival: Arrival
    ) throws -> String {
        let mark = try newMark(arrival)
        let name = "\(mark)-" + Self.hash(of: identifier) + Self.earlyEnd
        let early = Early(identifier: identifier, date: date, arrival: arrival, content: content)
        try folder.write(early, as: name, .completeUnlessOpen)
        try removeEarly(of: identifier, before: mark)
        let others = try folder.names().filter { $0.hasSuffix(Self.earlyEnd) }
        let none = Mark(seconds: 0, number: 0)
        let oldest = others.sorted { Mark($0) ?? none < Mark($1) ?? none }
        for old in oldest.dropLast(Self.limit) { try folder.remove(old) }
        return name
    }

    /// Takes out of covers what may show no longer, by the options of their categories.
    func limitCovers(_ options: (String) -> NotificationCategory.Options) throws {
        for name in try folder.names() where name.hasSuffix(Self.coverEnd) {
            guard let entry = try entry(name) else { continue }
            let cover = entry.cover.limited(to: options(entry.cover.categoryIdentifier))
            guard cover != entry.cover else { continue }
            try folder.write(
                Entry(cover: cover, content: entry.content, arrival: entry.arrival),
                as: name,
                .completeUntilFirstUserAuthentication
            )
        }
    }

    /// The class a content is kept in: one without a key while it may not show.
    static func protection(
        _ previews: PreviewsSetting,
        in state: LockState
    ) -> ProtectionClass {
        guard previews != .always else { return .completeUntilFirstUserAuthentication }
        // A public key is enough to write class B; the next unlock makes it A.
        return ProtectionClass.complete.isCreatable(in: state) ? .complete : .completeUnlessOpen
    }

    // MARK: Reading

    /// Those that came, the newest first; content where there is a key for it.
    ///
    /// - Throws: `ProtectionError` with `busy` when they change again and again.
    func delivered(now: Timestamp) throws -> [(entry: Entry, notification: DeliveredNotification)] {
        guard isFirstUnlocked else { return [] }
        for _ in 0..<16 {
            let names = try folder.names()
            let contents = Self.contents(names)
            let covers = try covers(names).filter { !Self.isOver($0, contents, now) }
            let found = try covers.map { entry in
                (entry, DeliveredNotification(entry.cover, try content(entry, contents)?.content))
            }
            // Another process may have raised a class, and with it changed a name, meanwhile.
            guard found.contains(where: { $0.1.content == nil }), try folder.names() != names
            else { return found }
        }
        throw ProtectionError(.busy, "the notifications of '\(folder.application)' are changing")
    }

    /// The covers, the newest first; one that is damaged names nothing and is left to a check.
    func covers(_ names: [String]) throws -> [Entry] {
        try names.filter { $0.hasSuffix(Self.coverEnd) }.compactMap { try entry($0) }
            .sorted { $0.mark > $1.mark }
    }

    /// A cover; nil when it is gone or damaged.
    func entry(_ coverName: String) throws -> Entry? {
        do { return try folder.decoded(coverName) } catch let error as ProtectionError {
            guard error.code == .authenticationFailure else { throw error }
            return nil
        }
    }

    /// The files of contents, by what stays of their names.
    static func contents(_ names: [String]) -> [String: String] {
        Dictionary(
            names.filter { contentClass($0) != nil }.map { (stem(of: $0), $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// A content; nil while it is locked, and for a damaged one, of which a check tells.
    func content(_ entry: Entry, _ contents: [String: String]) throws -> Content? {
        guard let name = contents[entry.stem] else { return nil }
        do { return try folder.decoded(name) } catch let error as ProtectionError {
            guard [.protectedDataUnavailable, .authenticationFailure].contains(error.code) else {
                throw error
            }
            return nil
        }
    }

    // MARK: Removing

    /// Removes those of these identifiers, and destroys their keys.
    ///
    /// Before the first unlock a content is left to the unlock, which finds that its cover is gone.
    ///
    /// - Returns: the identifiers of those that were there.
    func remove(_ identifiers: [String]) throws -> [String] {
        try identifiers.filter { identifier in
            let name = Self.coverName(identifier)
            let isThere =
                try folder.files.metadataIfPresent(of: try folder.path.appending(name)) != nil
            let entry = isThere && isFirstUnlocked ? try entry(name) : nil
            // The older first: what a power loss leaves is the one that is to go, or none.
            try folder.remove(name)
            try removeEarly(of: identifier)
            if let entry { try removeContent(of: entry) }
            return isThere
        }
    }

    /// Removes all, those that cannot be read, too; works in every lock state.
    func removeAll() throws {
        let names = try folder.names()
        // Covers first: what is left after a power loss is nothing that shows.
        for name in names where name.hasSuffix(Self.coverEnd) { try folder.remove(name) }
        for name in names where name.hasSuffix(Self.earlyEnd) || Self.contentClass(name) != nil {
            try folder.remove(name)
        }
    }

    /// Removes what came of an identifier before the first unlock, and before another if that is given.
    private func removeEarly(of identifier: String, before mark: Mark? = nil) throws {
        let none = Mark(seconds: 0, number: 0)
        let names = try folder.names().filter { Self.isEarly($0, of: identifier) }
            .sorted { Mark($0) ?? none < Mark($1) ?? none }
        for name in names {
            if let mark, let other = Mark(name), other >= mark { continue }
            try folder.remove(name)
        }
    }

    private func removeContent(of entry: Entry) throws {
        for name in try folder.names()
        where Self.contentClass(name) != nil && Self.stem(of: name) == entry.stem {
            try folder.remove(name)
        }
    }

    /// Dates what came while the clock was not set, as if it came now; names are enough for that.
    func redate(now: Timestamp) throws {
        for name in try folder.names() where Self.isUndated(name, now) {
            guard let (mark, rest) = Mark.split(name) else { continue }
            let new = "\(Mark(seconds: now.seconds, number: mark.number))-" + rest
            try folder.files.rename(
                try folder.path.appending(name),
                to: try folder.path.appending(new)
            )
        }
    }

    /// Removes those whose time is over.
    func removeOver(now: Timestamp) throws {
        let names = try folder.names()
        let contents = Self.contents(names)
        for entry in try covers(names) where Self.isOver(entry, contents, now) {
            _ = try remove([entry.cover.identifier])
        }
        // By its name also what no cover that opens belongs to, and what came early and does not open.
        for name in names where Self.isOver(name, now) { try folder.remove(name) }
    }

    /// Removes those past their number, the oldest first.
    func keepLimit() throws {
        let names = try folder.names().filter { $0.hasSuffix(Self.coverEnd) }
        guard names.count > Self.limit else { return }
        for entry in try covers(names).dropFirst(Self.limit) {
            _ = try remove([entry.cover.identifier])
        }
    }
}

extension ProtectionClass {
    /// The letter that Apple's platform security guide has for it.
    fileprivate var letter: String {
        switch self {
        case .complete: "A"
        case .completeUnlessOpen: "B"
        case .completeUntilFirstUserAuthentication: "C"
        case .completeWhenUserInactive: "CX"
        case .none: "D"
        }
    }
}

extension Timestamp {
    /// A clock that shows an earlier time is not set: there were none of these devices yet.
    ///
    /// One without a battery begins in 1970 or 2000, and jumps once the network tells the time.
    private static let firstPossible: Int64 = 1_167_609_600  // 2007-01-01

    /// Whether it is no date, and at `now` there are dates again: what counts from it counts from `now`.
    func isUndated(at now: Timestamp) -> Bool {
        seconds < Self.firstPossible && now.seconds >= Self.firstPossible
    }

    /// Whether so many seconds have passed since; never since a moment that is no date.
    func isOver(after lifetime: Int64, _ now: Timestamp) -> Bool {
        !isUndated(at: now) && seconds < now.seconds - lifetime
    }
}

extension Sequence<UInt8> {
    /// In hexadecimal digits.
    var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

import DeviceIdentifiers
import KeyManagement
import ProtectedStore
import ProtectionModel

/// What a sealed push could not give when it came.
struct SealedRemainder: Codable, Equatable {
    /// The payload's sealed part.
    let text: String
    let pushType: String
    let collapseID: String?
}

/// What has to be done when there are keys again, or was left undone.
extension Inbox {
    /// Opens what was sealed and puts its content into the place it is given; nil for what does not open.
    typealias Opening = (SealedRemainder, Putting) throws -> SealedContent?
    /// Puts a content into its place, of which the options say what may show while it is locked.
    typealias Putting = (NotificationContent, NotificationCategory.Options) throws -> Void

    /// Whether something can be done now: what lies in which class, and what came early, is told by names.
    func needsSettling(_ names: [String], _ previews: PreviewsSetting) -> Bool {
        guard isFirstUnlocked else { return false }
        let contents = Self.contents(names)
        guard contents.count == names.count(where: { $0.hasSuffix(Self.coverEnd) }) else {
            return true
        }
        guard canReadAll else { return false }
        let protection = Self.protection(previews, in: state)
        return names.contains { $0.hasSuffix(Self.earlyEnd) }
            || contents.contains { content, name in
                Self.isSealed(content) || Self.contentClass(name) != protection
            }
    }

    private var canReadAll: Bool { ProtectionClass.complete.isOpenable(in: state) }

    /// Brings everything where the settings want it: takes in what came before the first unlock, raises
    /// classes, opens what is still sealed, and takes away what a crash left over.
    ///
    /// Every step can be repeated; what is not done is found again by its name.
    func settle(
        previews: PreviewsSetting,
        showing options: (NotificationContent) throws -> NotificationCategory.Options,
        opening: Opening
    ) throws {
        guard isFirstUnlocked else { return }
        if canReadAll {
            try takeInEarly(previews, options)
            try raise(to: Self.protection(previews, in: state))
            try openSealed(previews, options, opening)
        }
        try removeOrphans()
    }

    private func takeInEarly(
        _ previews: PreviewsSetting,
        _ options: (NotificationContent) throws -> NotificationCategory.Options
    ) throws {
        var early: [(name: String, document: Early)] = []
        for name in try folder.names() where name.hasSuffix(Self.earlyEnd) {
            do {
                guard let document: Early = try folder.decoded(name) else { continue }
                early.append((name, document))
            } catch let error as ProtectionError where error.code == .authenticationFailure {
                // Left for a check.
            }
        }
        for (name, document) in early.sorted(by: { left, right in
            (Mark(left.name)?.number ?? 0) < (Mark(right.name)?.number ?? 0)
        }) {
            let number = Mark(name)?.number ?? 0
            let other: Entry? = try entry(Self.coverName(document.identifier))
            if (other?.mark.number ?? 0) < number {
                try deliver(
                    document.content,
                    document.identifier,
                    date: document.date,
                    arrival: document.arrival,
                    number: number,
                    previews: previews,
                    showing: try options(document.content.content)
                )
            }
            try folder.remove(name)
        }
    }

    /// Gives each content the class that it is to have, then the name that says so.
    private func raise(to protection: ProtectionClass) throws {
        for name in try folder.names() {
            guard let old = Self.contentClass(name), old != protection else { continue }
            let path = try folder.path.appending(name)
            do {
                try folder.files.setProtection(protection, of: path)
                try folder.files.rename(
                    path,
                    to: try folder.path.appending(String(name.dropLast(2)) + Self.end(protection))
                )
            } catch {
                // A damaged one is left for a check.
                guard error.code == .authenticationFailure else { throw error }
            }
        }
    }

    private func openSealed(
        _ previews: PreviewsSetting,
        _ options: (NotificationContent) throws -> NotificationCategory.Options,
        _ opening: Opening
    ) throws {
        let names = try folder.names()
        let contents = Self.contents(names)
        for entry in try covers(names) where Self.isSealed(entry.content) {
            guard let content = try content(entry, contents), let sealed = content.sealed else {
                continue
            }
            func put(
                _ content: NotificationContent,
                _ options: NotificationCategory.Options
            ) throws {
                try deliver(
                    Content(content: content),
                    entry.cover.identifier,
                    date: entry.cover.date,
                    arrival: entry.arrival,
                    number: entry.mark.number,
                    serial: entry.serial,
                    previews: previews,
                    showing: options
                )
            }
            switch try opening(sealed, put) {
            case .message: break
            case .repeated, .expired: _ = try remove([entry.cover.identifier])
            case nil: try put(content.content, options(content.content))
            }
        }
    }

    /// Contents of covers that are gone, and covers of contents that are.
    private func removeOrphans() throws {
        let names = try folder.names()
        let contents = Self.contents(names)
        var known: Set<String> = []
        var isDamaged = false
        for name in names where name.hasSuffix(Self.coverEnd) {
            guard let entry = try entry(name) else {
                isDamaged = true
                continue
            }
            known.insert(entry.stem)
            if contents[entry.stem] == nil { try folder.remove(name) }
        }
        // Of a damaged cover nobody knows what it belongs to.
        guard !isDamaged else { return }
        for (stem, name) in contents where !known.contains(stem) { try folder.remove(name) }
    }
}

/// Every statement that a transaction sends: text that is the same for all databases, with values
/// bound to `$1`, `$2`, …, which each text names first in this order.
///
/// Nothing is ever put together: neither a name nor a predicate becomes part of a statement.
package enum TableStatement: String, Sendable, CaseIterable {
    // MARK: Containers

    case findContainer = """
        SELECT id, definition FROM containers WHERE identifier = $1 AND environment = $2
        """
    case addContainer = """
        INSERT INTO containers (identifier, environment) VALUES ($1, $2)
        ON CONFLICT (identifier, environment) DO NOTHING
        """
    case changeDefinition = "UPDATE containers SET definition = $1 WHERE id = $2"
    case findIncarnation = "SELECT incarnation FROM containers WHERE id = $1"
    case changeIncarnation = "UPDATE containers SET incarnation = $1 WHERE id = $2"

    // MARK: Zones

    case findZone = """
        SELECT id, name, incarnation, serial, forgotten, byte_count, condition,
        earlier FROM zones
        WHERE container = $1 AND scope = $2 AND owner = $3 AND name_key = $4
        """
    case findZones = """
        SELECT id, name, incarnation, serial, forgotten, byte_count, condition,
        earlier FROM zones
        WHERE container = $1 AND scope = $2 AND owner = $3
        """
    case addZone = """
        INSERT INTO zones (container, scope, owner, name_key, name, incarnation, serial, forgotten,
        byte_count) VALUES ($1, $2, $3, $4, $5, 0, 0, 0, 0) RETURNING id
        """
    case changeZone = """
        UPDATE zones SET name = $1, incarnation = $2, serial = $3, forgotten = $4, byte_count = $5,
        condition = $6, earlier = $7 WHERE id = $8
        """
    case dropZone = "DELETE FROM zones WHERE id = $1"
    case dropZoneRecords = "DELETE FROM records WHERE zone = $1"
    case dropZoneEntries = "DELETE FROM entries WHERE zone = $1"
    case dropZoneLinks = "DELETE FROM links WHERE zone = $1"

    // MARK: Records

    case findRecord = """
        SELECT number, name, type, serial, tag, created, created_rest, creator, modified,
        modified_rest, modifier, body, removed, byte_count FROM records
        WHERE zone = $1 AND name_key = $2
        """
    case findChanges = """
        SELECT number, name, type, serial, tag, created, created_rest, creator, modified,
        modified_rest, modifier, body, removed, byte_count FROM records
        WHERE zone = $1 AND serial > $2 ORDER BY serial LIMIT $3
        """
    case findCandidates = """
        SELECT r.number, r.name, r.type, r.serial, r.tag, r.created, r.created_rest, r.creator,
        r.modified, r.modified_rest, r.modifier, r.body, r.removed, r.byte_count, e.key
        FROM entries e JOIN records r ON r.zone = e.zone AND r.number = e.number
        WHERE e.zone = $1 AND e.type = $2 AND e.field = $3 AND (e.key, e.number) > ($4, $5)
        AND e.key <= $6 ORDER BY e.key, e.number LIMIT $7
        """
    case addRecord = """
        INSERT INTO records (zone, number, name_key, name, type, serial, tag, created, created_rest,
        creator, modified, modified_rest, modifier, body, removed, byte_count)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
        """
    case changeRecord = """
        UPDATE records SET name = $1, type = $2, serial = $3, tag = $4, created = $5,
        created_rest = $6, creator = $7, modified = $8, modified_rest = $9, modifier = $10,
        body = $11, removed = $12, byte_count = $13 WHERE zone = $14 AND number = $15
        """
    case dropRecord = "DELETE FROM records WHERE zone = $1 AND number = $2"
    case findLastRemoval = """
        SELECT max(serial) FROM records
        WHERE zone = $1 AND removed = 1 AND (modified, modified_rest) < ($2, $3)
        """
    case dropRemovals = """
        DELETE FROM records WHERE zone = $1 AND removed = 1 AND (modified, modified_rest) < ($2, $3)
        """

    // MARK: What records are found by

    case addEntry = """
        INSERT INTO entries (zone, type, field, key, number) VALUES ($1, $2, $3, $4, $5)
        """
    case dropEntry = """
        DELETE FROM entries WHERE zone = $1 AND type = $2 AND field = $3 AND key = $4 AND number = $5
        """
    case findReferrers = """
        SELECT r.name FROM links l JOIN records r ON r.zone = l.zone AND r.number = l.number
        WHERE l.zone = $1 AND l.target_key = $2 AND l.kind = $3
        """
    case addLink = "INSERT INTO links (zone, target_key, kind, number) VALUES ($1, $2, $3, $4)"
    case dropLink = """
        DELETE FROM links WHERE zone = $1 AND target_key = $2 AND kind = $3 AND number = $4
        """

    // MARK: Users

    case findUsers = "SELECT body FROM users WHERE container = $1"
    case findUser = "SELECT body FROM users WHERE container = $1 AND id_key = $2"
    case findAccount = """
        SELECT body FROM users WHERE container = $1 AND account_key = $2 ORDER BY id_key LIMIT 1
        """
    case findAddress = """
        SELECT u.body FROM addresses a JOIN users u ON u.container = a.container
        AND u.id_key = a.id_key WHERE a.container = $1 AND a.address_key = $2
        ORDER BY a.id_key LIMIT 1
        """
    case putUser = """
        INSERT INTO users (container, id_key, account_key, body) VALUES ($1, $2, $3, $4)
        ON CONFLICT (container, id_key)
        DO UPDATE SET account_key = excluded.account_key, body = excluded.body
        """
    case dropUser = "DELETE FROM users WHERE container = $1 AND id_key = $2"
    case addAddress = """
        INSERT INTO addresses (container, address_key, id_key) VALUES ($1, $2, $3)
        ON CONFLICT (container, address_key, id_key) DO NOTHING
        """
    case dropAddresses = "DELETE FROM addresses WHERE container = $1 AND id_key = $2"

    // MARK: Requests

    case findRequest = """
        SELECT digest, moment, moment_rest, done FROM requests
        WHERE container = $1 AND scope = $2 AND owner = $3 AND token = $4
        """
    case putRequest = """
        INSERT INTO requests (container, scope, owner, token, digest, moment, moment_rest, done)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (container, scope, owner, token)
        DO UPDATE SET digest = excluded.digest, moment = excluded.moment,
        moment_rest = excluded.moment_rest, done = excluded.done
        """
    case dropRequests = """
        DELETE FROM requests WHERE container = $1 AND (moment, moment_rest) < ($2, $3)
        """
    case dropDatabaseRequests = """
        DELETE FROM requests WHERE container = $1 AND scope = $2 AND owner = $3
        """

    // MARK: Subscriptions

    case findOwnSubscriptions = """
        SELECT user_name, name, type, body FROM subscriptions
        WHERE container = $1 AND scope = $2 AND owner = $3 AND user_key = $4
        """
    case findSubscriptions = """
        SELECT user_name, name, type, body FROM subscriptions
        WHERE container = $1 AND scope = $2 AND owner = $3 AND type_key IN ($4, $5)
        """
    case putSubscription = """
        INSERT INTO subscriptions (container, scope, owner, user_key, name_key, user_name, name,
        type_key, type, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (container, scope, owner, user_key, name_key)
        DO UPDATE SET user_name = excluded.user_name, name = excluded.name,
        type_key = excluded.type_key, type = excluded.type, body = excluded.body
        """
    case dropSubscription = """
        DELETE FROM subscriptions WHERE container = $1 AND scope = $2 AND owner = $3
        AND user_key = $4 AND name_key = $5 RETURNING name
        """
    case dropDatabaseSubscriptions = """
        DELETE FROM subscriptions WHERE container = $1 AND scope = $2 AND owner = $3
        """

    // MARK: Devices and pushes

    case findDevices = """
        SELECT token, user_name, badge FROM devices WHERE container = $1 AND user_key = $2
        """
    case findDevice = """
        SELECT token, user_name, badge FROM devices WHERE container = $1 AND token = $2
        """
    case putDevice = """
        INSERT INTO devices (container, token, user_key, user_name, badge)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (container, token)
        DO UPDATE SET user_key = excluded.user_key, user_name = excluded.user_name,
        badge = excluded.badge
        """
    case countBadge = """
        UPDATE devices SET badge = badge + 1 WHERE container = $1 AND token = $2 RETURNING badge
        """
    case dropDevice = "DELETE FROM devices WHERE container = $1 AND token = $2"
    case findPushes = """
        SELECT identifier, device, subscription, moment, moment_rest, payload FROM pushes
        WHERE container = $1 ORDER BY moment, moment_rest, identifier LIMIT $2
        """
    case putPush = """
        INSERT INTO pushes (container, scope, owner, user_key, name_key, device, subscription,
        identifier, moment, moment_rest, payload)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        ON CONFLICT (container, scope, owner, user_key, name_key, device)
        DO UPDATE SET subscription = excluded.subscription, identifier = excluded.identifier,
        moment = excluded.moment, moment_rest = excluded.moment_rest, payload = excluded.payload
        """
    case dropPush = "DELETE FROM pushes WHERE container = $1 AND identifier = $2"
    case dropDevicePushes = "DELETE FROM pushes WHERE container = $1 AND device = $2"
    case dropSubscriptionPushes = """
        DELETE FROM pushes WHERE container = $1 AND scope = $2 AND owner = $3 AND user_key = $4
        AND name_key = $5
        """
    case dropDatabasePushes = """
        DELETE FROM pushes WHERE container = $1 AND scope = $2 AND owner = $3
        """
}

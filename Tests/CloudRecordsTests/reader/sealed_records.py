#!/usr/bin/python3
"""Opens sealed records from what a service has of them, and computes their frozen vectors.

Written from the layouts in Sources/CloudRecords/Sealing with hashlib, hmac, pycryptodome and
cryptography; nothing of the Swift code runs here.

    sealed_records.py vectors      prints Vectors/sealed-record.json
    sealed_records.py open FILE    opens the record that FILE, such JSON, has; prints what it holds
"""

import hashlib
import hmac
import json
import struct
import sys

try:
    from Cryptodome.Cipher import ChaCha20_Poly1305
except ImportError:
    from Crypto.Cipher import ChaCha20_Poly1305
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CHUNK = 65_536
COMPLETE, UNTIL_FIRST = 1, 3


# Primitives


def mac(key, data, name):
    return hmac.new(key, data, name).digest()


def expand(key, info, count, name="sha512"):
    out, block, number = b"", b"", 1
    while len(out) < count:
        block = mac(key, block + info + bytes([number]), name)
        out, number = out + block, number + 1
    return out[:count]


def aead(key, nonce, data):
    cipher = ChaCha20_Poly1305.new(key=key, nonce=nonce)
    cipher.update(data)
    return cipher


def seal(key, nonce, data, plain):
    sealed, tag = aead(key, nonce, data).encrypt_and_digest(plain)
    return sealed + tag


def unseal(key, nonce, data, sealed):
    return aead(key, nonce, data).decrypt_and_verify(sealed[:-16], sealed[-16:])


def blake2b(data, count=32):
    return hashlib.blake2b(data, digest_size=count).digest()


def public(private):
    key = X25519PrivateKey.from_private_bytes(private).public_key()
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw)


def agree(private, other):
    key = X25519PrivateKey.from_private_bytes(private)
    return key.exchange(X25519PublicKey.from_public_bytes(other))


# HPKE (RFC 9180), mode auth: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20-Poly1305


def labeled_extract(suite, salt, label, secret):
    return mac(salt or bytes(32), b"HPKE-v1" + suite + label + secret, "sha256")


def labeled_expand(suite, key, label, info, count):
    text = struct.pack(">H", count) + b"HPKE-v1" + suite + label + info
    return expand(key, text, count, "sha256")


def hpke_key_nonce(agreed, context, info):
    kem, suite = b"KEM" + b"\x00\x20", b"HPKE" + b"\x00\x20\x00\x01\x00\x03"
    shared = labeled_expand(
        kem, labeled_extract(kem, b"", b"eae_prk", agreed), b"shared_secret", context, 32
    )
    mode = b"\x02"
    schedule = mode + labeled_extract(suite, b"", b"psk_id_hash", b"")
    schedule += labeled_extract(suite, b"", b"info_hash", info)
    secret = labeled_extract(suite, shared, b"secret", b"")
    key = labeled_expand(suite, secret, b"key", schedule, 32)
    return key, labeled_expand(suite, secret, b"base_nonce", schedule, 12)


def hpke_seal(ephemeral, sender, recipient, info, data, plain):
    encapsulated = public(ephemeral)
    agreed = agree(ephemeral, recipient) + agree(sender, recipient)
    key, nonce = hpke_key_nonce(agreed, encapsulated + recipient + public(sender), info)
    return encapsulated + seal(key, nonce, data, plain)


def hpke_open(sealed, private, sender, info, data):
    encapsulated = sealed[:32]
    agreed = agree(private, encapsulated) + agree(private, sender)
    key, nonce = hpke_key_nonce(agreed, encapsulated + public(private) + sender, info)
    return unseal(key, nonce, data, sealed[32:])


# Layouts


def behind_length(data):
    data = data.encode() if isinstance(data, str) else data
    return struct.pack(">I", len(data)) + data


def binding(place, label, *more):
    parts = [f"protection-toolkit {label} 1"]
    parts += [place[name] for name in ("container", "environment", "scope", "owner", "zone")]
    return b"".join(map(behind_length, [*parts, *more]))


def zone_key_id(key):
    return expand(key, b"protection-toolkit zone key id 1", 16)


def field_key(record_key, name):
    return expand(record_key, b"protection-toolkit field key 1" + name.encode(), 32)


def asset_material(key):
    material = expand(key, b"protection-toolkit asset 1", 44)
    return material[:32], material[32:]


def asset_binding(place, field, index, digest, count):
    data = binding(place, "asset key", place["record"], place["type"], field)
    return data + struct.pack(">I", index) + behind_length(digest) + struct.pack(">q", count)


ZONE_INFO = b"protection-toolkit zone key 1"


def chunk_nonce(nonce, index):
    return nonce[:4] + struct.pack(">Q", struct.unpack(">Q", nonce[4:])[0] ^ index)


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        part = self.data[self.at : self.at + count]
        if len(part) != count:
            raise ValueError("cut off")
        self.at += count
        return part

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

    def array(self):
        return self.take(self.number(4))

    def text(self):
        return self.array().decode()

    @property
    def is_at_end(self):
        return self.at == len(self.data)


def read_value(reader):
    tag = reader.number(1)
    if tag == 1:
        return {"string": reader.text()}
    if tag == 2:
        return {"integer": int.from_bytes(reader.take(8), "big", signed=True)}
    if tag == 3:
        return {"real": struct.unpack(">d", reader.take(8))[0]}
    if tag == 4:
        return {"date": list(struct.unpack(">qq", reader.take(16)))}
    if tag == 5:
        return {"bytes": reader.array().hex()}
    if tag == 6:
        return {"location": list(struct.unpack(">dd", reader.take(16)))}
    if tag == 7:
        action, zone, name = reader.number(1), reader.text(), reader.text()
        return {"reference": [action, zone, name]}
    if tag == 8:
        digest, count = reader.array(), reader.number(8)
        return {"asset": (digest, count, reader.array())}
    if tag == 9:
        return {"list": [read_value(reader) for _ in range(reader.number(4))]}
    if tag == 10:
        is_list, base = reader.number(1), reader.text()
        kind = f"ENCRYPTED {base}"
        return {"sealed": (f"LIST<{kind}>" if is_list else kind, reader.array())}
    raise ValueError(f"value of kind {tag}")


def read_body(data):
    reader = Reader(data)
    if reader.number(1) != 1:
        raise ValueError("version of the body")
    reader.text()
    fields = {}
    while not reader.is_at_end:
        name = reader.text()
        fields[name] = read_value(reader)
    return fields


# Opening


def open_zone_keys(listed, place, own, private_keys, senders):
    reader = Reader(listed)
    if reader.number(1) != 1:
        raise ValueError("version of the list")
    protection, life, _ = reader.number(1), reader.take(16), reader.number(8)
    current, sender = reader.take(16), reader.take(16)
    devices = [reader.take(16) for _ in range(reader.number(1))]
    older = [(reader.take(16), reader.take(24), reader.take(48)) for _ in range(reader.number(2))]
    digest = blake2b(binding(place, "zone key") + listed[: reader.at])
    sealed = [reader.take(80) for _ in devices]
    if not reader.is_at_end or devices != sorted(set(devices)):
        raise ValueError("list of keys")
    private = private_keys["unlocked" if protection == COMPLETE else "session"]
    key = hpke_open(
        sealed[devices.index(own)], private, senders[sender.hex()], ZONE_INFO, digest + own
    )
    if zone_key_id(key) != current:
        raise ValueError("key of the list")
    keys = {current: key}
    for identifier, nonce, wrapped in older:
        keys[identifier] = unseal(key, nonce, binding(place, "older key", life), wrapped)
        if zone_key_id(keys[identifier]) != identifier:
            raise ValueError("older key of the list")
    return keys


def unwrap(wrapped, keys, data):
    reader = Reader(wrapped)
    identifier, nonce = reader.take(16), reader.take(24)
    return unseal(keys[identifier], nonce, data, reader.take(48))


def open_field(kind, sealed, name, place, keys):
    reader = Reader(sealed)
    if reader.number(1) != 1:
        raise ValueError("version of the value")
    record = place["record"], place["type"]
    record_key = unwrap(reader.take(88), keys, binding(place, "record key", *record))
    nonce = reader.take(24)
    data = binding(place, "field", *record, name, kind)
    plain = Reader(unseal(field_key(record_key, name), nonce, data, sealed[reader.at :]))
    value = read_value(plain)
    if not plain.is_at_end:
        raise ValueError("more than a value")
    return value


def open_asset(asset, name, place, keys, stored):
    digest, count, wrapped = asset
    if wrapped[0] != 1 or blake2b(stored) != digest or len(stored) != count:
        raise ValueError("asset")
    key = unwrap(wrapped[1:], keys, asset_binding(place, name, 0, digest, count))
    key, nonce = asset_material(key)
    plain, index = b"", 0
    while True:
        chunk = stored[index * (CHUNK + 16) : (index + 1) * (CHUNK + 16)]
        if len(chunk) < 16:
            raise ValueError("asset cut off")
        plain += unseal(key, chunk_nonce(nonce, index), b"", chunk)
        if len(chunk) < CHUNK + 16:
            return plain
        index += 1


def open_record(given):
    place = given["place"]
    private = {name: bytes.fromhex(key) for name, key in given["private"].items()}
    senders = {name: bytes.fromhex(key) for name, key in given["senders"].items()}
    own = bytes.fromhex(given["own"])
    keys = open_zone_keys(bytes.fromhex(given["list"]), place, own, private, senders)
    opened = {}
    for name, value in read_body(bytes.fromhex(given["body"])).items():
        if "sealed" in value:
            value = open_field(*value["sealed"], name, place, keys)
        elif "asset" in value:
            stored = bytes.fromhex(given["assets"][value["asset"][0].hex()])
            value = {"asset": open_asset(value["asset"], name, place, keys, stored).hex()}
        opened[name] = value
    return opened


# Vectors


class Counting:
    """Bytes that count up from 0 over all draws."""

    def __init__(self):
        self.given = 0

    def __call__(self, count):
        part = bytes((self.given + index) % 256 for index in range(count))
        self.given += count
        return part


def string(text):
    return b"\x01" + behind_length(text)


def vectors(owner):
    draw = Counting()
    session, unlocked = draw(32), draw(32)
    own = blake2b(public(session), 16)
    place = {
        "container": "iCloud.com.example.notes", "environment": "development",
        "scope": "private", "owner": owner, "zone": "notes", "record": "a", "type": "Note",
    }
    life, zone_key = draw(16), draw(32)
    identifier = zone_key_id(zone_key)
    listed = bytes([1, UNTIL_FIRST]) + life + struct.pack(">Q", 1) + identifier + own
    listed += b"\x01" + own + struct.pack(">H", 0)
    digest = blake2b(binding(place, "zone key") + listed)
    listed += hpke_seal(draw(32), session, public(session), ZONE_INFO, digest + own, zone_key)
    record = place["record"], place["type"]
    record_key = draw(32)
    nonce = draw(24)
    wrap = identifier + nonce
    wrap += seal(zone_key, nonce, binding(place, "record key", *record), record_key)
    values = {
        "number": ("ENCRYPTED INT64", "INT64", 0, b"\x02" + struct.pack(">q", -258)),
        "secret": ("ENCRYPTED STRING", "STRING", 0, string("xylophone at midnight")),
        "words": ("LIST<ENCRYPTED STRING>", "STRING", 1,
                  b"\x09" + struct.pack(">I", 2) + string("é") + string("")),
    }
    sealed = {}
    for name, (kind, base, is_list, plain) in sorted(values.items()):
        nonce = draw(24)
        data = binding(place, "field", *record, name, kind)
        value = b"\x01" + wrap + nonce + seal(field_key(record_key, name), nonce, data, plain)
        sealed[name] = b"\x0a" + bytes([is_list]) + behind_length(base) + behind_length(value)
    asset_key = draw(32)
    key, nonce = asset_material(asset_key)
    photo = bytes((31 * index ^ index >> 8) % 256 for index in range(CHUNK + 3))
    stored = b"".join(
        seal(key, chunk_nonce(nonce, index), b"", photo[index * CHUNK : (index + 1) * CHUNK])
        for index in range(2)
    )
    nonce = draw(24)
    digest = blake2b(stored)
    wrapped = b"\x01" + identifier + nonce
    wrapped += seal(
        zone_key, nonce, asset_binding(place, "photo", 0, digest, len(stored)), asset_key
    )
    sealed["photo"] = b"\x08" + behind_length(digest) + struct.pack(">q", len(stored))
    sealed["photo"] += behind_length(wrapped)
    sealed["title"] = string("x")
    body = b"\x01" + behind_length("")
    body += b"".join(behind_length(name) + value for name, value in sorted(sealed.items()))
    return {
        "about": "Printed by reader/sealed_records.py: no line of the Swift code had a part in it.",
        "place": place,
        "own": own.hex(),
        "private": {"session": session.hex(), "unlocked": unlocked.hex()},
        "senders": {own.hex(): public(session).hex()},
        "list": listed.hex(),
        # The asset's bytes are vouched for by their hash in the body.
        "body": body.hex(),
    }


def main(arguments):
    if arguments[:1] == ["vectors"]:
        result = vectors(*arguments[1:])
    else:
        with open(arguments[1], encoding="utf-8") as file:
            result = open_record(json.load(file))
    json.dump(result, sys.stdout, indent=2, sort_keys=True, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main(sys.argv[1:])

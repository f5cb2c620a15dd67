#!/usr/bin/python3
"""Computes the frozen vectors of each construction and prints Vectors/constructions.json.

Written from the article "The format of a device", with hashlib, hmac, pycryptodome and
cryptography; nothing of the Swift code runs here. "Random" bytes count up from 0 over all draws of
one device. Argon2id alone comes from python3-nacl, which is libsodium's; its own published vectors
are tested elsewhere.
"""

import hashlib
import hmac
import json
import struct

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from nacl.bindings import crypto_pwhash_ALG_ARGON2ID13, crypto_pwhash_alg

from read_device import SUITES, ChaCha20, ChaCha20_Poly1305, blake2b, encode64, expand

A, B, C, D, INACTIVE = 1, 2, 3, 4, 7
FILE = bytes(range(0xB0, 0xC0))
# All files belong to 501:501, and no time passes on the device after this.
OWNER = 501
NOW = 1_168_364_460
FOLDER_TYPE, FILE_TYPE, LINK_TYPE, BLOCK_TYPE = 0o040000, 0o100000, 0o120000, 0o060000


def extract(salt, secret):
    return hmac.new(salt, secret, hashlib.sha512).digest()


def seal(key, nonce, data, plain):
    cipher = ChaCha20_Poly1305.new(key=key, nonce=nonce)
    cipher.update(data)
    sealed, tag = cipher.encrypt_and_digest(plain)
    return sealed + tag


def public(private):
    key = X25519PrivateKey.from_private_bytes(private)
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def stretch(passcode, salt):
    return crypto_pwhash_alg(32, passcode, salt, 1, 8192, crypto_pwhash_ALG_ARGON2ID13)


class Device:
    """A device with default settings and the cheapest derivation; draws in the order of use."""

    def __init__(self, suite, passcode=None):
        self.given, self.suite = 0, suite
        self.id = self.random(16)
        self.key = self.random(32)
        order = ("volume", D, A, B, C, INACTIVE)
        self.keys = {name: self.random(32) for name in order}
        keybag_key = self.random(32)
        self.salt = self.random(16)
        self.keybag = self.make_keybag(order, keybag_key, passcode)
        info = b"protection-toolkit volume 1" + self.id
        self.volume = expand(self.keys["volume"], info, 224)
        self.header_code, self.folder_code, self.frame_code, self.name_code, self.name_cipher = (
            self.volume[at : at + 32] for at in range(0, 160, 32)
        )
        self.attribute_code, self.attribute_cipher = self.volume[160:192], self.volume[192:]
        self.folder = self.random(16)

    def make_keybag(self, order, keybag_key, passcode):
        never = 2**64 - 1
        bag = b"PTKEYBAG" + struct.pack("<HIH", 5, 0, 0) + self.id
        bag += struct.pack("<II", 1, 8) + struct.pack("<BBHI", self.suite, 1, 0, 0)
        bag += struct.pack("<QQQQ", 10_000, never, never, never) + public(self.keys[B])
        bag += struct.pack("<Q", 1)
        key, cost = self.secret(b"wrapping"), (0, 0)
        if passcode:
            tangled = extract(self.secret(b"tangling"), stretch(passcode, self.salt))
            key, cost = expand(tangled, b"passcode key", 32), (1, 8)
        header = struct.pack("<BBqII", 1, 1 if passcode else 0, NOW, *cost) + self.salt + bytes(2)
        slot_data = b"protection-toolkit slot 1" + self.id + header
        slot = header + self.wrapped(key, slot_data, keybag_key)
        name = b"passcode" if passcode else b"none"
        slot += bytes([len(name)]) + name
        for wrapping, names, mark in (
            (self.secret(b"wrapping"), order[:2], 1),
            (keybag_key, order, 0),
        ):
            for number, name in enumerate(names):
                data = b"protection-toolkit keybag 5" + bytes([number, mark]) + self.id
                bag += self.wrapped(wrapping, data, self.keys[name])
        bag += bytes([1]) + slot
        bag += blake2b(expand(keybag_key, b"protection-toolkit keybag 5 code", 32), bag, 32)
        return bag + blake2b(self.secret(b"keybag code"), bag, 32)

    def wrapped(self, key, data, secret):
        nonce = self.random(24)
        return nonce + seal(key, nonce, data, secret)

    def random(self, count):
        self.given += count
        return bytes(index % 256 for index in range(self.given - count, self.given))

    def secret(self, purpose):
        return expand(self.key, b"protection-toolkit device 1 " + purpose + self.id, 32)

    def device_key(self):
        return b"PTDEVKEY" + struct.pack("<H", 1) + self.id + self.key

    def attempts(self, wrong=()):
        record = b"PTATTMPT" + struct.pack("<H", 5) + self.id
        record += self.keybag[-32:] + bytes(32)
        record += struct.pack("<IIQB", len(wrong), 0, 0, len(wrong))
        for passcode in reversed(wrong):
            tangled = extract(self.secret(b"verifier code"), stretch(passcode, self.salt))
            record += expand(tangled, b"verifier", 16)
        record += bytes(480 - len(record))
        return record + blake2b(self.secret(b"attempt code"), record, 32)

    def wrap(self, number, file, key):
        binding = b"protection-toolkit wrap 1" + bytes([number]) + self.id + file
        if number != B:
            nonce = self.random(24)
            return nonce + seal(self.keys[number], nonce, binding, key)
        private, peer = self.random(32), public(self.keys[B])
        shared = X25519PrivateKey.from_private_bytes(private).exchange(
            X25519PublicKey.from_public_bytes(peer)
        )
        info = binding + public(private) + peer
        derived = expand(extract(bytes(64), shared), info, 32)
        return public(private) + seal(derived, bytes(24), b"", key)

    def name(self, plain):
        sealed = self.seal_siv(self.name_code, self.name_cipher, self.folder, plain)
        siv = sealed[:24]
        return (encode64(sealed), b"") if len(plain) <= 167 else (encode64(siv) + ".long", sealed)

    @staticmethod
    def seal_siv(code_key, cipher_key, context, plain):
        siv = blake2b(code_key, context + plain, 24)
        return siv + ChaCha20.new(key=cipher_key, nonce=siv).encrypt(plain)

    def attributes(self, identifier, mode, siv=bytes(24), number=None, device=0):
        """Of a file that was made now."""
        if number is None:
            number = struct.unpack_from("<Q", identifier)[0] % 2**62
            number += 16 if number < 16 else 0
        times = struct.pack("<qI", NOW, 0) * 4
        head = struct.pack("<QIIIIQ", number, mode, OWNER, OWNER, 0, device)
        return head + times + struct.pack("<Q", 0) + siv

    def slot(self, magic, body, code_key, generation=1):
        content = magic + struct.pack("<HHIQ", 5, 0, 0, generation) + self.id + body
        content += bytes(480 - len(content))
        return content + blake2b(code_key, content, 32)

    def root_record(self):
        body = self.folder + struct.pack("<B7x", C) + bytes(16) + b"files" + bytes(19)
        body += self.attributes(self.folder, FOLDER_TYPE | 0o700, number=1)
        return self.slot(b"PTFOLDER", body, self.folder_code) * 2

    def file(self, number, plain):
        """A sealed file of at most one chunk, its id and the keys of its content."""
        file, key = self.random(16), self.random(32)
        wrapped = self.wrap(number, file, key)
        self.random(12)  # the name of the temporary
        info = b"protection-toolkit file" + struct.pack("<HBB", 5, self.suite, 14)
        keys = expand(key, info + self.id + file, 108)
        body = file + struct.pack("<BBBBHHQ", number, self.suite, 14, 0, len(wrapped), 0, len(plain))
        body += bytes(48) + keys[44:76] + wrapped.ljust(112, b"\0")
        body += self.attributes(file, FILE_TYPE | 0o600)
        base = SUITES[self.suite](keys[:32]).encrypt(keys[32:44], plain, None)
        return self.slot(b"PTSEALED", body, self.header_code) * 2 + base, file, keys

    def log(self, file, keys):
        """Zeros with MORE, data of two chunks that ends the group, and a new length."""
        log, tag = b"", keys[44:76]
        for number, offset, length, logical, flags, payload in (
            (1, 5, 65_536, 65_541, 1 | 4, b""),
            (2, 65_541, 16_389, 81_930, 0, b"hello" * 3_277 + b"last"),
            (3, 200, 0, 200, 2, b""),
        ):
            head = struct.pack("<QQQQII", number, offset, length, logical, flags, 0)
            head += struct.pack("<q", NOW * 10**9) + self.random(24)
            code = blake2b(self.frame_code, file + head + tag, 16)
            log += head + code
            for index in range(max(1, -(-len(payload) // 16_384))):
                last = int.from_bytes(head[64:72], "big") ^ index
                nonce = head[48:64] + last.to_bytes(8, "big")
                chunk = payload[index * 16_384 : (index + 1) * 16_384]
                log += seal(keys[76:], nonce, code, chunk)
            tag = log[-16:]
        return log


    def link(self, target, mode, device=0):
        """A symbolic link, or without a target a special file."""
        self.random(12)  # the name of the temporary
        link = self.random(16)
        sealed = b""
        if target:
            sealed = self.seal_siv(self.name_code, self.name_cipher, link, target)
        body = link + struct.pack("<H6x", len(sealed)) + self.attributes(link, mode, device=device)
        return self.slot(b"PTLINKED", body, self.header_code) * 2 + sealed

    def extended(self, identifier, values):
        """The name and the content of a host file of extended attributes."""
        number = struct.unpack_from("<Q", identifier)[0] % 2**62
        plain = b"".join(
            struct.pack("<HI", len(name), len(values[name])) + name + values[name]
            for name in sorted(values)
        )
        context = self.id + struct.pack("<Q", number)
        sealed = self.seal_siv(self.attribute_code, self.attribute_cipher, context, plain)
        return b".attr-" + encode64(sealed[:24]).encode(), sealed


def vectors(suite):
    device = Device(suite)
    yield "keybag", device.keybag
    yield "device key", device.device_key()
    yield "attempts", device.attempts()
    yield "volume keys", device.volume
    yield "root record", device.root_record()
    for number in (A, B, C, D, INACTIVE):
        key = device.random(32)
        yield f"wrap {number}", device.wrap(number, FILE, key)
    for plain in ("a", "über", "n" * 167, "n" * 168, "n" * 255):
        device.file(D, b"")
        on_disk, side = device.name(plain.encode())
        yield f"name of {len(plain.encode())}", on_disk.encode()
        if side:
            yield f"side file of {len(plain)}", side
    content, file, keys = device.file(A, b"sealed")
    yield "sealed file", content
    yield "log", device.log(file, keys)
    yield "link", device.link("../ziel ü".encode(), LINK_TYPE | 0o777)
    yield "block device", device.link(b"", BLOCK_TYPE | 0o640, 0x8_0000_0001)
    values = {b"user.two": b"", b"trusted.one": bytes(300)}
    yield from zip(("name of attributes", "attributes"), device.extended(file, values))


def vectors_with_passcode():
    device = Device(1, b"2580")
    yield "keybag", device.keybag
    yield "attempts", device.attempts((b"1234", b"0000"))


SOURCE = (
    "Printed by reader/make_vectors.py, which computes them with Python 3.11's hashlib and hmac, "
    "pycryptodome 3.11.0 (XChaCha20, XChaCha20-Poly1305) and python3-cryptography 38.0.4 (X25519, "
    "ChaCha20-Poly1305 and AES-256-GCM of OpenSSL 3.0): no line of the Swift code had a part in "
    "it, and libsodium only in Argon2id."
)


def table(about, rows):
    return {"about": about, "vectors": {name: data.hex() for name, data in rows}}


def main():
    tables = {
        "source": SOURCE,
        "chacha20": table("A device without a passcode, ChaCha20-Poly1305.", vectors(1)),
        "aes256": table("The same with AES-256-GCM.", vectors(2)),
        "withPasscode": table(
            "With the passcode 2580; then 1234 and 0000 were tried.", vectors_with_passcode()
        ),
    }
    print(json.dumps(tables, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()

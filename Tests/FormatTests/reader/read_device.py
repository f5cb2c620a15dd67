#!/usr/bin/python3
"""Reads a sealed device, independently of the Swift code.

Usage: read_device.py DEVICE_DIR KEYS.json

KEYS.json holds the device id, the volume key and the class keys in hexadecimal:
{"device": "...", "volume": "...", "classes": {"complete": "...", ...}}

Prints one line of JSON for every file: {"path", "class", "size", "sha256", "attributes"}; for a
symbolic link or special file without class, size and sum, but with "type", and "target" for a link; for
a folder with "class", "type" and "attributes". What does not authenticate is named on stderr, and the exit status is 1. Written from the article "The format of a
device" alone. Needs Debian's python3-cryptography and python3-pycryptodome.
"""

import base64
import hashlib
import hmac
import json
import os
import stat
import struct
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

try:
    from Cryptodome.Cipher import ChaCha20, ChaCha20_Poly1305  # Debian's name
except ImportError:
    from Crypto.Cipher import ChaCha20, ChaCha20_Poly1305  # the Python registry's name

CLASSES = {
    1: "complete",
    2: "complete-unless-open",
    3: "complete-until-first-user-authentication",
    4: "none",
    7: "complete-when-user-inactive",
}
SUITES = {1: ChaCha20Poly1305, 2: AESGCM}
UNLESS_OPEN = 2
ZERO, SETLEN, MORE, INDEX = 1, 2, 4, 8
PAYLOAD_LIMIT = 1 << 20
LENGTH_LIMIT = 2**61 - 1
UNCHANGED = -(2**63)
TYPES = {
    0o010000: "fifo",
    0o020000: "character-device",
    0o040000: "directory",
    0o060000: "block-device",
    0o100000: "file",
    0o120000: "link",
    0o140000: "socket",
}
DEVICES = ("character-device", "block-device")


class Refused(Exception):
    """Something does not authenticate, or is of an unknown version."""


def blake2b(key, message, size):
    return hashlib.blake2b(message, digest_size=size, key=key).digest()


def expand(key, info, size):
    output = block = b""
    counter = 1
    while len(output) < size:
        block = hmac.new(key, block + info + bytes([counter]), hashlib.sha512).digest()
        output += block
        counter += 1
    return output[:size]


def open_xchacha(key, nonce, data, sealed, what):
    cipher = ChaCha20_Poly1305.new(key=key, nonce=nonce)
    cipher.update(data)
    try:
        return cipher.decrypt_and_verify(sealed[:-16], sealed[-16:])
    except ValueError:
        raise Refused(f"{what} does not authenticate") from None


def encode64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Slot:
    """The state of a file or folder: the better of its two slots."""

    def __init__(self, content, magic, code_key, device, place=b""):
        found = [self.check(content[at : at + 512], magic, code_key, device) for at in (0, 512)]
        slots = [slot for slot in found if isinstance(slot, bytes)]
        if not slots:
            raise Refused(found[0])
        slots = [slot for slot in slots if slot[64 : 64 + len(place)] == place]
        if not slots:
            raise Refused("the folder belongs to another place")
        self.bytes = max(slots, key=lambda slot: struct.unpack_from("<Q", slot, 16))

    @staticmethod
    def check(slot, magic, code_key, device):
        """The slot, or why it does not count; one of a later version closes the file."""
        if len(slot) < 512 or slot[:8] != magic:
            return "there is no slot"
        code = blake2b(code_key, slot[:480], 32)
        if not hmac.compare_digest(code, slot[480:]):
            return "neither slot authenticates"
        version, flags, zeros = struct.unpack_from("<HHI", slot, 8)
        if version != 5 or flags or zeros:
            raise Refused(f"unsupported version {version} with flags {flags}")
        return slot if slot[24:40] == device else "neither slot is of this device"

    def fields(self, layout, offset):
        return struct.unpack_from("<" + layout, self.bytes, offset)


class Attributes:
    """What each record has besides: inode number, mode, owner, times."""

    def __init__(self, slot, offset, kinds):
        fields = slot.fields("QIIIIQqIqIqIqIQ24s", offset)
        self.number, mode, self.owner, self.group, zeros, self.device = fields[:6]
        times = fields[6:14]
        self.accessed, self.modified, self.changed, self.created = (
            times[at] * 10**9 + times[at + 1] for at in range(0, 8, 2)
        )
        self.frame, self.siv = fields[14:]
        self.kind, self.mode = TYPES.get(mode & ~0o7777), mode & 0o7777
        if (
            not 0 < self.number < 2**62
            or zeros
            or self.kind not in kinds
            or self.device and self.kind not in DEVICES
            or any(nanoseconds >= 10**9 for nanoseconds in times[1::2])
        ):
            raise Refused("unsupported value in the attributes")

    def follow(self, number, time):
        """Takes over the time of the last change in a log."""
        if number > self.frame and time != UNCHANGED:
            self.modified, self.changed = time, max(self.changed, time)

    def listed(self, extended):
        """As it is printed; the extended attributes in hexadecimal."""
        times = (self.accessed, self.modified, self.changed, self.created)
        line = {
            "number": self.number, "mode": self.mode, "owner": self.owner, "group": self.group,
            "times": times, "extended": {name.hex(): extended[name].hex() for name in extended},
        }
        return line | ({"device": self.device} if self.kind in DEVICES else {})


class SealedFile:
    def __init__(self, content, reader):
        slot = Slot(content, b"PTSEALED", reader.header_code, reader.device)
        self.content, self.reader = content, reader
        self.id, self.number, self.suite, self.log2, zero, wrap_length, zeros, self.base_length = (
            slot.fields("16sBBBBHHQ", 40)
        )
        self.anchor = slot.fields("QQ16sQ", 72)
        self.index, self.commitment = slot.fields("Q32s", 112)
        self.attributes = Attributes(slot, 264, ("file",))
        self.wrap = slot.bytes[152 : 152 + wrap_length]
        if (
            self.number not in CLASSES
            or self.suite not in SUITES
            or not 12 <= self.log2 <= 20
            or zero
            or zeros
            or wrap_length != (80 if self.number == UNLESS_OPEN else 72)
        ):
            raise Refused("unsupported value in the header")

    def file_key(self):
        key = self.reader.class_keys.get(CLASSES[self.number])
        if key is None:
            raise Refused(f"no key of class {CLASSES[self.number]}")
        binding = (
            b"protection-toolkit wrap 1" + bytes([self.number]) + self.reader.device + self.id
        )
        what = "the wrapped key"
        if self.number != UNLESS_OPEN:
            return open_xchacha(key, self.wrap[:24], binding, self.wrap[24:], what)
        private = X25519PrivateKey.from_private_bytes(key)
        public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        ephemeral = self.wrap[:32]
        try:
            shared = private.exchange(X25519PublicKey.from_public_bytes(ephemeral))
        except ValueError:
            raise Refused("the ephemeral key is of low order") from None
        extracted = hmac.new(bytes(64), shared, hashlib.sha512).digest()
        key = expand(extracted, binding + ephemeral + public, 32)
        return open_xchacha(key, bytes(24), b"", self.wrap[32:], what)

    def read(self):
        info = b"protection-toolkit file" + struct.pack("<HBB", 5, self.suite, self.log2)
        keys = expand(self.file_key(), info + self.reader.device + self.id, 108)
        if not hmac.compare_digest(keys[44:76], self.commitment):
            raise Refused("the commitment is that of another key")
        self.base, log_start = self.read_base(keys[:32], keys[32:44])
        return self.apply_log(bytearray(self.base), log_start, keys[76:])

    def read_base(self, key, nonce):
        cipher = SUITES[self.suite](key)
        plain, position, chunk = bytearray(), 1024, 1 << self.log2
        for index in range(self.base_length // chunk + 1):
            size = min(chunk, self.base_length - index * chunk) + 16
            number = int.from_bytes(nonce[4:], "big") ^ index
            try:
                plain += cipher.decrypt(
                    nonce[:4] + number.to_bytes(8, "big"),
                    self.content[position : position + size],
                    None,
                )
            except (InvalidTag, ValueError):
                raise Refused(f"chunk {index} does not authenticate") from None
            position += size
        return plain, position

    def apply_log(self, plain, position, key):
        """Plays every whole group over the base, or over what the last index says."""
        last, whole, tag, group = 0, 0, self.commitment, []
        anchor_number, anchor_end, anchor_tag, _ = self.anchor
        if anchor_number and self.index:
            last = struct.unpack_from("<Q", self.content, self.index)[0] - 1
            tag, position, plain = None, self.index, None
        start = position
        while (frame := self.next_frame(position, last + 1, tag, key)) is not None:
            last, position = frame["number"], frame["end"]
            group.append(frame)
            ends_group = not frame["flags"] & MORE
            if last == anchor_number and (
                not ends_group or frame["tag"] != anchor_tag or position != anchor_end
            ):
                raise Refused("the log is not the one its anchor names")
            if ends_group:
                if frame["flags"] & INDEX:
                    index = b"".join(each["payload"] for each in group)
                    if plain is None:
                        plain = self.read_index(index, start, frame["logical"], key)
                    elif index[:24] != struct.pack("<Q", start) + before:
                        break
                else:
                    for each in group:
                        self.apply(each, plain)
                self.attributes.follow(last, frame["time"])
                group, whole, start = [], last, position
                before = frame["tag"]
            tag = frame["tag"]
        if whole < anchor_number or plain is None:
            raise Refused("the log was cut before its anchor")
        return bytes(plain)

    def read_index(self, index, start, length, key):
        """The content as an index tells it."""
        place, _, base, logical, frames, extents = struct.unpack_from("<Q16sQQQQ", index)
        if place != start or logical != length or base > self.base_length:
            raise Refused("the index belongs elsewhere")
        if len(index) != 56 + 52 * frames + 24 * extents:
            raise Refused("the index is cut")
        plain = bytearray(self.base[:base].ljust(logical, b"\0")[:logical])
        payloads = []
        for number in range(frames):
            position, size, nonce, code = struct.unpack_from("<QI24s16s", index, 56 + 52 * number)
            payloads.append(self.open_payload(key, position + 88, size, nonce, code))
        for number in range(extents):
            at = 56 + 52 * frames + 24 * number
            offset, size, frame, skip = struct.unpack_from("<QQII", index, at)
            data = payloads[frame - 1][skip : skip + size] if frame else bytes(size)
            if len(data) != size or offset + size > logical:
                raise Refused("the index contradicts itself")
            plain[offset : offset + size] = data
        return plain

    def open_payload(self, key, position, size, nonce, code):
        """A frame's payload, chunk by chunk."""
        plain, chunk, index = b"", 1 << self.log2, 0
        while index == 0 or index * chunk < size:
            count = min(chunk, size - index * chunk) + 16
            number = int.from_bytes(nonce[16:], "big") ^ index
            each = nonce[:16] + number.to_bytes(8, "big")
            sealed = self.content[position : position + count]
            if len(sealed) < count:
                raise Refused("a frame is cut")
            plain += open_xchacha(key, each, code, sealed, "a frame")
            position, index = position + count, index + 1
        return plain

    def next_frame(self, position, expected, previous_tag, key):
        """The frame at a position; None where the chain ends."""
        header = self.content[position : position + 88]
        if len(header) < 88:
            return None
        number, offset, length, logical, flags, zeros, time, nonce = struct.unpack(
            "<QQQQIIq24s", header[:72]
        )
        begins_index = flags & INDEX and offset == 0
        before = self.commitment if begins_index or previous_tag is None else previous_tag
        code = blake2b(self.reader.frame_code, self.id + header[:72] + before, 16)
        if not hmac.compare_digest(code, header[72:]):
            return None
        data = 0 if flags & (ZERO | SETLEN) else length
        kinds = bin(flags & (ZERO | SETLEN | INDEX)).count("1")
        if number != expected or zeros or flags & ~15 or kinds > 1 or data > PAYLOAD_LIMIT:
            return None
        if max(offset, length, logical) > LENGTH_LIMIT or flags & SETLEN and length:
            return None
        end = position + 88 + data + 16 * max(1, -(-data // (1 << self.log2)))
        if end > len(self.content):
            return None
        try:
            payload = self.open_payload(key, position + 88, data, nonce, code)
        except Refused:
            return None
        return {
            "number": number, "offset": offset, "length": length, "logical": logical,
            "flags": flags, "time": time, "payload": payload, "tag": self.content[end - 16 : end], "end": end,
        }

    @staticmethod
    def apply(frame, plain):
        offset, length = frame["offset"], frame["length"]
        if frame["flags"] & SETLEN:
            del plain[offset:]
            plain.extend(bytes(offset - len(plain)))
        else:
            plain.extend(bytes(max(0, offset + length - len(plain))))
            zeros = frame["flags"] & ZERO
            plain[offset : offset + length] = bytes(length) if zeros else frame["payload"]
        if len(plain) != frame["logical"]:
            raise Refused("a frame states another length than it leads to")


class Link:
    """A symbolic link or special file."""

    KINDS = ("link", "fifo", "socket") + DEVICES

    def __init__(self, content, reader):
        slot = Slot(content, b"PTLINKED", reader.header_code, reader.device)
        identifier, length, zeros = slot.fields("16sH6s", 40)
        self.attributes = Attributes(slot, 64, self.KINDS)
        is_link = self.attributes.kind == "link"
        if any(zeros) or not (25 <= length <= 4_119 if is_link else length == 0):
            raise Refused("unsupported value in the record")
        sealed = content[1_024:]
        if len(sealed) != length:
            raise Refused("the target is cut")
        self.target = None
        if is_link:
            self.target = open_siv(reader.name_code, reader.name_cipher, identifier, sealed)
            if self.target is None:
                raise Refused("the target does not belong here")


def open_siv(code_key, cipher_key, context, sealed):
    """What is sealed deterministically; None when it is not of this context."""
    siv = sealed[:24]
    if len(siv) < 24:
        return None
    plain = ChaCha20.new(key=cipher_key, nonce=siv).decrypt(sealed[24:])
    code = blake2b(code_key, context + plain, 24)
    return plain if hmac.compare_digest(code, siv) else None


class Reader:
    def __init__(self, directory, keys):
        self.root = os.path.join(directory, "files")
        self.device = bytes.fromhex(keys["device"])
        self.class_keys = {name: bytes.fromhex(key) for name, key in keys["classes"].items()}
        info = b"protection-toolkit volume 1" + self.device
        volume = expand(bytes.fromhex(keys["volume"]), info, 224)
        self.header_code, self.folder_code, self.frame_code, self.name_code, self.name_cipher = (
            volume[at : at + 32] for at in range(0, 160, 32)
        )
        self.attribute_code, self.attribute_cipher = volume[160:192], volume[192:]
        self.failures = 0
        self.check_keybag(os.path.join(directory, "keybag"))

    def check_keybag(self, path):
        """Version and device; its code needs the device key, which is not given here."""
        keybag = load(path)
        if len(keybag) > 40_000 or len(keybag) < 32 or keybag[:8] != b"PTKEYBAG":
            raise Refused("the keybag is damaged")
        version, features = struct.unpack_from("<HI", keybag, 8)
        if version != 5 or features:
            raise Refused(f"unsupported version {version} with features {features}")
        if keybag[16:32] != self.device:
            raise Refused("the keys are those of another device")

    def run(self):
        self.walk(self.root, "", bytes(16) + b"files".ljust(24, b"\0"))
        return self.failures

    def walk(self, folder, path, place):
        try:
            record = load(os.path.join(folder, ".folder"))
            slot = Slot(record, b"PTFOLDER", self.folder_code, self.device, place)
            folder_id, number, zeros = slot.fields("16sB7s", 40)
            if number not in CLASSES or any(zeros):
                raise Refused("unsupported value in the record")
            attributes = Attributes(slot, 104, ("directory",))
            extended = self.extended(attributes, folder)
            line = {"path": path or "/", "type": "directory", "class": CLASSES[number]}
            self.print_line(line, attributes, extended)
        except (Refused, OSError) as error:
            return self.complain(path or "/", error)
        for entry in sorted(name for name in os.listdir(folder) if not name.startswith(".")):
            host = os.path.join(folder, entry)
            shown = f"{path}/?{entry}"
            try:
                name, code = self.plain_name(folder, entry, folder_id)
                shown = f"{path}/{name}"
                mode = os.lstat(host).st_mode
                if stat.S_ISDIR(mode):
                    self.walk(host, shown, folder_id + code)
                elif stat.S_ISREG(mode):
                    self.print_file(host, shown)
                else:
                    raise Refused("neither a file nor a folder")
            except (Refused, OSError) as error:
                self.complain(shown, error)

    def plain_name(self, folder, entry, folder_id):
        if entry.endswith(".long"):
            sealed = load(os.path.join(folder, ".name-" + entry[:-5]))
        else:
            try:
                sealed = base64.b64decode(entry + "=" * (-len(entry) % 4), b"-_", validate=True)
            except ValueError:
                raise Refused("the name is not one of ours") from None
        siv = sealed[:24]
        if len(sealed) <= 24:
            raise Refused("the name is too short")
        plain = open_siv(self.name_code, self.name_cipher, folder_id, sealed)
        if plain is None:
            raise Refused("the name does not belong here")
        on_disk = encode64(siv) + ".long" if len(plain) > 167 else encode64(sealed)
        if on_disk != entry:
            raise Refused("the name does not belong here")
        return plain.decode(), siv

    def print_file(self, host, path):
        content = load(host)
        if b"PTLINKED" in (content[:8], content[512:520]):
            link = Link(content, self)
            line = {"path": path, "type": link.attributes.kind}
            if link.target is not None:
                line["target"] = link.target.hex()
            attributes = link.attributes
        else:
            file = SealedFile(content, self)
            content = file.read()
            line = {
                "path": path,
                "type": "file",
                "class": CLASSES[file.number],
                "size": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
            }
            attributes = file.attributes
        self.print_line(line, attributes, self.extended(attributes, os.path.dirname(host)))

    @staticmethod
    def print_line(line, attributes, extended):
        line["attributes"] = attributes.listed(extended)
        print(json.dumps(line, ensure_ascii=False))

    def extended(self, attributes, folder):
        """The extended attributes that a record names."""
        if not any(attributes.siv):
            return {}
        try:
            sealed = load(os.path.join(folder, ".attr-" + encode64(attributes.siv)))
        except OSError:
            raise Refused("the extended attributes are missing") from None
        context = self.device + struct.pack("<Q", attributes.number)
        plain = open_siv(self.attribute_code, self.attribute_cipher, context, sealed)
        if plain is None or sealed[:24] != attributes.siv:
            raise Refused("the extended attributes do not belong here")
        found, position, last = {}, 0, b""
        while position < len(plain):
            if position + 6 > len(plain):
                raise Refused("the extended attributes are cut")
            name_size, value_size = struct.unpack_from("<HI", plain, position)
            name = plain[position + 6 : position + 6 + name_size]
            position += 6 + name_size + value_size
            spaces = (b"user.", b"trusted.", b"security.")
            if (
                position > len(plain)
                or name <= last
                or len(name) > 255
                or 0 in name
                or not any(name.startswith(space) and name != space for space in spaces)
            ):
                raise Refused("the extended attributes contradict themselves")
            found[name] = plain[position - value_size : position]
            last = name
        if not found or sum(len(name) + 1 + len(found[name]) for name in found) > 65_536:
            raise Refused("the extended attributes are too many, or none")
        return found

    def complain(self, path, error):
        self.failures += 1
        print(f"read_device: {path}: {error}", file=sys.stderr)


def load(path):
    with open(path, "rb") as file:
        return file.read()


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 64
    try:
        reader = Reader(arguments[0], json.loads(load(arguments[1])))
        return 1 if reader.run() else 0
    except (Refused, OSError) as error:
        print(f"read_device: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

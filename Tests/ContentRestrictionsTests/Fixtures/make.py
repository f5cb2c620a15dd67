#!/usr/bin/env python3
"""Makes the media files in this folder: a minimal file of its own, marked by AtomicParsley and mutagen.

Tests need neither; to make the files again on Debian 12:

    apt-get install atomicparsley python3-mutagen
    /usr/bin/python3 make.py
"""
import os
import struct
import subprocess

from mutagen.mp4 import MP4, AtomDataType, MP4FreeForm

ENTRY = "----:com.apple.iTunes:iTunEXTC"


def box(kind, *parts):
    content = b"".join(parts)
    return struct.pack(">I4s", 8 + len(content), kind) + content


def numbers(*values):
    return struct.pack(">%dI" % len(values), *values)


def movie(offset):
    """A track of one sample of 4 bytes that stands at an offset."""
    matrix = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    entry = box(b"mp4a", bytes(6), b"\0\1", bytes(8), b"\0\2\0\x10", bytes(4), numbers(44100 << 16), box(b"free"))
    table = box(
        b"stbl",
        box(b"stsd", numbers(0, 1), entry),
        box(b"stts", numbers(0, 1, 1, 1024)),
        box(b"stsc", numbers(0, 1, 1, 1, 1)),
        box(b"stsz", numbers(0, 4, 1)),
        box(b"stco", numbers(0, 1, offset)),
    )
    media = box(
        b"mdia",
        box(b"mdhd", numbers(0, 0, 0, 44100, 1024), b"\x55\xc4\0\0"),
        box(b"hdlr", numbers(0, 0), b"soun", bytes(13)),
        box(
            b"minf",
            box(b"smhd", bytes(8)),
            box(b"dinf", box(b"dref", numbers(0, 1), box(b"url ", numbers(1)))),
            table,
        ),
    )
    header = box(b"tkhd", numbers(7, 0, 0, 1, 0, 23), bytes(16), matrix, bytes(8))
    return box(
        b"moov",
        box(b"mvhd", numbers(0, 0, 0, 1000, 23, 0x10000), b"\1\0", bytes(10), matrix, bytes(24), numbers(2)),
        box(b"trak", header, media),
    )


def write(name, brand, is_behind=False):
    """With the samples before or behind what is read."""
    start = box(b"ftyp", brand, numbers(0), brand, b"isom")
    media = box(b"mdat", b"\xde\xad\xbe\xef")
    offset = len(start) + 8 + (0 if is_behind else len(movie(0)))
    parts = (media, movie(offset)) if is_behind else (movie(offset), media)
    with open(name, "wb") as file:
        file.write(start + b"".join(parts))


def atomic_parsley(name, brand, *options):
    write(name, brand)
    # Without room to grow in, which would be most of the file.
    environment = dict(os.environ, AP_PADDING="DEFAULT_PAD=0")
    subprocess.run(
        ["AtomicParsley", name, *options, "--overWrite"],
        check=True, env=environment, stdout=subprocess.DEVNULL,
    )


def mutagen(name, brand, is_behind=False, **tags):
    write(name, brand, is_behind)
    file = MP4(name)
    file.add_tags()
    for key, value in tags.items():
        file[ENTRY if key == "entry" else key] = value
    file.save(padding=lambda info: 0)


atomic_parsley("atomicparsley-movie.m4v", b"M4V ", "--stik", "Movie", "--contentRating", "PG-13")
atomic_parsley("atomicparsley-unrated.m4v", b"M4V ", "--stik", "Movie", "--contentRating", "UNRATED")
atomic_parsley("atomicparsley-explicit.m4a", b"M4A ", "--stik", "Normal", "--advisory", "explicit")
atomic_parsley("atomicparsley-clean.m4a", b"M4A ", "--stik", "Normal", "--advisory", "clean")
atomic_parsley(
    "atomicparsley-german.m4v", b"M4V ",
    "--rDNSatom", "de-movie|Ab 16 Jahren|500|", "name=iTunEXTC", "domain=com.apple.iTunes",
)
atomic_parsley("atomicparsley-3gp.3gp", b"3gp6", "--3gp-rating", "R", "entity=MPAA", "criteria=R   ")
mutagen("mutagen-show.m4v", b"M4V ", entry=[b"us-tv|TV-14|500|Violence"], stik=[10])
mutagen("mutagen-two.m4v", b"mp42", entry=[b"mpaa|PG|200|", b"de-movie|Ab 16 Jahren|500|"], rtng=[1])
mutagen(
    "mutagen-utf16.m4v", b"M4V ", stik=[9],
    entry=[MP4FreeForm("mpaa|R|400|".encode("utf-16-be"), AtomDataType.UTF16)],
)
mutagen("mutagen-behind.m4a", b"M4A ", is_behind=True, rtng=[1])
mutagen("mutagen-untagged.m4a", b"M4A ")

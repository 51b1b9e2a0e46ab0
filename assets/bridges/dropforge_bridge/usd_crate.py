"""Tokens of a binary USD layer, a crate: all its names and strings."""

import struct
from typing import BinaryIO, Callable, Tuple

CRATE = b"PXR-USDC"

# Maximum number of sections; OpenUSD writes six.
_MAX_SECTIONS = 64
# The first version whose tokens are compressed.
_COMPRESSED = (0, 4, 0)
# How many sequences are unpacked before the receipt is renewed.
_BATCH = 1 << 16

_HEADER = struct.Struct("<8s8BQ")
_COUNT = struct.Struct("<Q")
_SECTION = struct.Struct("<16sQQ")
_TOKENS = struct.Struct("<QQ")
_PACKED_TOKENS = struct.Struct("<QQQ")
_CHUNK = struct.Struct("<I")


class Span:
    """A range of a file: a layer, or one inside a package."""

    def __init__(self, file: BinaryIO, start: int, size: int) -> None:
        self.file = file
        self.start = start
        self.size = size

    def read(self, offset: int, size: int) -> bytes:
        """Raises ValueError for bytes outside the range; OSError."""
        if offset + size > self.size:
            raise ValueError("outside the layer")
        self.file.seek(self.start + offset)
        content = self.file.read(size)
        if len(content) != size:
            raise ValueError("shortened while it was read")
        return content

    def read_most(self, offset: int, size: int) -> bytes:
        """What there is of a number of bytes."""
        return self.read(offset, max(0, min(size, self.size - offset)))


def read_tokens(layer: Span, most: int, keep_alive: Callable[[], None]) -> bytearray:
    """The tokens, each followed by a NUL. Raises OverflowError if they exceed `most` bytes, ValueError if damaged, OSError.

    Layout: OpenUSD, pxr/usd/usd/crateFile.cpp.
    """
    header = _HEADER.unpack(layer.read(0, _HEADER.size))
    version: Tuple[int, ...] = header[1:4]
    if header[0] != CRATE or version[0] != 0:
        raise ValueError("unknown version")
    start = _find_tokens(layer, header[9])
    if version < _COMPRESSED:
        _, size = _TOKENS.unpack(layer.read(start, _TOKENS.size))
        _limit(size, most)
        return bytearray(layer.read(start + _TOKENS.size, size))
    _, size, packed = _PACKED_TOKENS.unpack(layer.read(start, _PACKED_TOKENS.size))
    _limit(size, most)
    # LZ4 makes data that it cannot compress larger by 1/255.
    _limit(packed, most + most // 255 + (1 << 16))
    return _unpack(layer.read(start + _PACKED_TOKENS.size, packed), size, keep_alive)


def _find_tokens(layer: Span, contents: int) -> int:
    (count,) = _COUNT.unpack(layer.read(contents, _COUNT.size))
    if count > _MAX_SECTIONS:
        raise ValueError("too many sections")
    sections = _SECTION.iter_unpack(layer.read(contents + _COUNT.size, count * _SECTION.size))
    starts = [start for name, start, _ in sections if name.split(b"\0")[0] == b"TOKENS"]
    if len(starts) != 1:
        raise ValueError("not one section of tokens")
    return int(starts[0])


def _limit(size: int, most: int) -> None:
    if size > most:
        raise OverflowError


def _unpack(packed: bytes, most: int, keep_alive: Callable[[], None]) -> bytearray:
    """Unpacks what OpenUSD compressed (TfFastCompression): a number of chunks, 0 for one without a size, and their blocks."""
    if not packed:
        raise ValueError("no data")
    if packed[0] == 0:
        return _unpack_block(packed[1:], most, keep_alive)
    unpacked = bytearray()
    start = 1
    for _ in range(packed[0]):
        if start + _CHUNK.size > len(packed):
            raise ValueError("missing chunk")
        (size,) = _CHUNK.unpack_from(packed, start)
        start += _CHUNK.size + size
        if start > len(packed):
            raise ValueError("shortened chunk")
        unpacked += _unpack_block(packed[start - size : start], most - len(unpacked), keep_alive)
    return unpacked


def _unpack_block(block: bytes, most: int, keep_alive: Callable[[], None]) -> bytearray:
    """Unpacks an LZ4 block. Raises ValueError for one that exceeds its bounds."""
    unpacked = bytearray()
    at = 0
    count = 0
    while at < len(block):
        if count % _BATCH == 0:
            keep_alive()
        count += 1
        sizes = block[at]
        literals, at = _read_length(block, at + 1, sizes >> 4, most)
        if at + literals > len(block) or len(unpacked) + literals > most:
            raise ValueError("literals out of bounds")
        unpacked += block[at : at + literals]
        at += literals
        if at == len(block):
            break
        if at + 2 > len(block):
            raise ValueError("missing distance")
        distance = block[at] | block[at + 1] << 8
        copied, at = _read_length(block, at + 2, sizes & 15, most)
        copied += 4
        start = len(unpacked) - distance
        if distance == 0 or start < 0 or len(unpacked) + copied > most:
            raise ValueError("match out of bounds")
        if distance >= copied:
            unpacked += unpacked[start : start + copied]
        else:
            # The match overlaps what it writes, so it repeats.
            unpacked += (unpacked[start:] * (copied // distance + 1))[:copied]
    return unpacked


def _read_length(block: bytes, at: int, length: int, most: int) -> Tuple[int, int]:
    """A length and the offset after it; 15 is continued in bytes up to one below 255."""
    more = length == 15
    while more:
        if at >= len(block) or length > most:
            raise ValueError("length out of bounds")
        length += block[at]
        more = block[at] == 255
        at += 1
    return length, at

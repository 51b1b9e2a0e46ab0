import { joinBytes, toElement, toFloat, toIdBytes, toText, toUnsigned, type Element } from './ebml.ts';
import { GENERATOR } from '../../files/gltf/to-glb.ts';

/** Size and frame rate of a video. */
export interface VideoFormat {
  /** Pixels; every frame has this size. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
}

const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const CUES = 0x1c53bb6b;
const CLUSTER = 0x1f43b675;
/** Number of the only track, also as the variable-size integer at the start of a block. */
const TRACK = 1;
const TRACK_BYTE = 0x80 | TRACK;
const KEY_FRAME = 0x80;
/** Timestamp scale in nanoseconds: times are in milliseconds. */
const TIMESTAMP_SCALE = 1_000_000;
/** Size of a file position in bytes; constant, so that sizes are known before the positions are. */
const POSITION_BYTES = 4;

/**
 * Writes a WebM video of VP8 key frames without sound (Matroska, RFC 9559, and the WebM container guidelines): header,
 * seek head, info, track, one cluster per second, and cues to each cluster for seeking. All sizes are known, and equal
 * frames give equal files. Needs at least one frame.
 */
export function writeWebm(frames: readonly Uint8Array[], format: VideoFormat): Uint8Array {
  const { framesPerSecond } = format;
  const timeOf = (frame: number): number => Math.round((1000 * frame) / framesPerSecond);
  const info = toElement(
    INFO,
    toUnsigned(0x2ad7b1, TIMESTAMP_SCALE),
    toFloat(0x4489, (1000 * frames.length) / framesPerSecond),
    toText(0x4d80, GENERATOR),
    toText(0x5741, GENERATOR),
  );
  const tracks = toElement(TRACKS, describeTrack(format));

  const headBytes = toSeekHead([INFO, TRACKS, CUES], [0, 0, 0]).length;
  let position = headBytes + info.length + tracks.length;
  const clusters: Element[] = [];
  const cues: Element[] = [];
  const perCluster = Math.max(1, Math.floor(framesPerSecond));
  for (let first = 0; first < frames.length; first += perCluster) {
    const start = timeOf(first);
    const blocks = frames
      .slice(first, first + perCluster)
      .map((frame, i) => toSimpleBlock(frame, timeOf(first + i) - start));
    const cluster = toElement(CLUSTER, toUnsigned(0xe7, start), ...blocks);
    cues.push(
      toElement(
        0xbb,
        toUnsigned(0xb3, start),
        toElement(0xb7, toUnsigned(0xf7, TRACK), toUnsigned(0xf1, position, POSITION_BYTES)),
      ),
    );
    clusters.push(cluster);
    position += cluster.length;
  }
  const seekHead = toSeekHead([INFO, TRACKS, CUES], [headBytes, headBytes + info.length, position]);
  const segment = toElement(0x18538067, seekHead, info, tracks, ...clusters, toElement(CUES, ...cues));
  return joinBytes(HEADER, segment);
}

/** EBML 1 with ids of at most 4 and lengths of at most 8 bytes; document type WebM version 2, readable as version 2. */
const HEADER = toElement(
  0x1a45dfa3,
  toUnsigned(0x4286, 1),
  toUnsigned(0x42f7, 1),
  toUnsigned(0x42f2, 4),
  toUnsigned(0x42f3, 8),
  toText(0x4282, 'webm'),
  toUnsigned(0x4287, 2),
  toUnsigned(0x4285, 2),
);

function describeTrack({ width, height, framesPerSecond }: VideoFormat): Element {
  return toElement(
    0xae,
    toUnsigned(0xd7, TRACK),
    toUnsigned(0x73c5, TRACK),
    // Video, without lacing.
    toUnsigned(0x83, 1),
    toUnsigned(0x9c, 0),
    toText(0x86, 'V_VP8'),
    toUnsigned(0x23e383, Math.round(1e9 / framesPerSecond)),
    toElement(0xe0, toUnsigned(0xb0, width), toUnsigned(0xba, height)),
  );
}

/** Returns a seek head; positions count from the first byte of the segment's content. */
function toSeekHead(ids: readonly number[], positions: readonly number[]): Element {
  const seeks = ids.map((id, i) =>
    toElement(0x4dbb, toElement(0x53ab, toIdBytes(id)), toUnsigned(0x53ac, positions[i]!, POSITION_BYTES)),
  );
  return toElement(0x114d9b74, ...seeks);
}

/**
 * Returns a simple block with a frame; `after` is its time after the start of its cluster in milliseconds (below
 * 32,768).
 */
function toSimpleBlock(frame: Uint8Array, after: number): Element {
  return toElement(0xa3, Uint8Array.of(TRACK_BYTE, after >> 8, after & 0xff, KEY_FRAME), frame);
}

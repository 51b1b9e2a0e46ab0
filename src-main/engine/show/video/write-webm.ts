import { joinBytes, toElement, toFloat, toIdBytes, toText, toUnsigned, type Element } from './ebml.ts';
import { GENERATOR } from '../../files/gltf/to-glb.ts';

/** How the frames of a film are shown. */
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
/** The one track, also as the variable-size integer a block begins with. */
const TRACK = 1;
const TRACK_BYTE = 0x80 | TRACK;
const KEY_FRAME = 0x80;
/** Nanoseconds of a tick: times are in milliseconds. */
const TICK = 1_000_000;
/** Bytes of a place in the file, the same for all, so that places can be told before they are known. */
const PLACE_BYTES = 4;

/**
 * A silent WebM film of VP8 key frames (Matroska, RFC 9559, and the WebM container guidelines): header, seek head, info,
 * track, a cluster for every second, and cues that name each cluster, so that players can jump. Lengths are all known,
 * equal frames make equal files. At least one frame.
 */
export function writeWebm(frames: readonly Uint8Array[], format: VideoFormat): Uint8Array {
  const { framesPerSecond } = format;
  const timeOf = (frame: number): number => Math.round((1000 * frame) / framesPerSecond);
  const info = toElement(
    INFO,
    toUnsigned(0x2ad7b1, TICK),
    toFloat(0x4489, (1000 * frames.length) / framesPerSecond),
    toText(0x4d80, GENERATOR),
    toText(0x5741, GENERATOR),
  );
  const tracks = toElement(TRACKS, describeTrack(format));

  const headBytes = toSeekHead([INFO, TRACKS, CUES], [0, 0, 0]).length;
  let place = headBytes + info.length + tracks.length;
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
        toElement(0xb7, toUnsigned(0xf7, TRACK), toUnsigned(0xf1, place, PLACE_BYTES)),
      ),
    );
    clusters.push(cluster);
    place += cluster.length;
  }
  const seekHead = toSeekHead([INFO, TRACKS, CUES], [headBytes, headBytes + info.length, place]);
  const segment = toElement(0x18538067, seekHead, info, tracks, ...clusters, toElement(CUES, ...cues));
  return joinBytes(HEADER, segment);
}

/** What is written in is EBML 1 with ids of at most 4 and lengths of at most 8 bytes, and can be read as WebM 2. */
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

/** Where elements begin, counted from the first byte of the segment's content. */
function toSeekHead(ids: readonly number[], places: readonly number[]): Element {
  const seeks = ids.map((id, i) =>
    toElement(0x4dbb, toElement(0x53ab, toIdBytes(id)), toUnsigned(0x53ac, places[i]!, PLACE_BYTES)),
  );
  return toElement(0x114d9b74, ...seeks);
}

/** A frame, `after` milliseconds (below 32,768) behind the beginning of its cluster. */
function toSimpleBlock(frame: Uint8Array, after: number): Element {
  return toElement(0xa3, Uint8Array.of(TRACK_BYTE, after >> 8, after & 0xff, KEY_FRAME), frame);
}

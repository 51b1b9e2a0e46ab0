/** An EBML element as it lies in a file. */
interface EbmlElement {
  readonly id: number;
  /** Where its id begins. */
  readonly at: number;
  readonly content: Buffer;
  /** Empty for one that holds no elements. */
  readonly children: readonly EbmlElement[];
}

/** What a WebM file says about itself, and its frames. */
export interface ReadWebm {
  readonly docType: string;
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly frames: readonly { readonly time: number; readonly isKey: boolean; readonly data: Buffer }[];
  /** Times by the cues, and whether each points to the cluster of that time. */
  readonly cues: readonly { readonly time: number; readonly isRight: boolean }[];
  /** Ids the seek head names, and whether each lies where it says. */
  readonly seeks: readonly { readonly id: number; readonly isRight: boolean }[];
}

/** Elements that hold elements (RFC 8794, RFC 9559). */
const PARENTS = new Set([
  ...[0x1a45dfa3, 0x18538067, 0x114d9b74, 0x4dbb, 0x1549a966, 0x1654ae6b, 0xae, 0xe0],
  ...[0x1f43b675, 0x1c53bb6b, 0xbb, 0xb7],
]);

/** Reads a WebM file of one track by the documents alone; throws where lengths do not fit. */
export function readWebm(bytes: Uint8Array): ReadWebm {
  const [header, segment] = readElements(Buffer.from(bytes), 0, bytes.length) as [EbmlElement, EbmlElement];
  const all = (parent: EbmlElement, id: number): EbmlElement[] => parent.children.filter((child) => child.id === id);
  const get = (parent: EbmlElement, ...ids: number[]): EbmlElement =>
    ids.reduce((from, id) => {
      const [found] = all(from, id);
      if (!found) throw new Error(`There is no element 0x${id.toString(16)}.`);
      return found;
    }, parent);
  const number = (parent: EbmlElement, ...ids: number[]): number => toNumber(get(parent, ...ids).content);

  const clusters = all(segment, 0x1f43b675);
  const origin = segment.at + headBytes(bytes, segment.at);
  const at = (place: number, id: number): EbmlElement | undefined =>
    segment.children.find((child) => child.at - origin === place && child.id === id);
  const track = get(segment, 0x1654ae6b, 0xae);
  const tick = number(segment, 0x1549a966, 0x2ad7b1) / 1e6;
  return {
    docType: get(header, 0x4282).content.toString('latin1'),
    codec: get(track, 0x86).content.toString('latin1'),
    width: number(track, 0xe0, 0xb0),
    height: number(track, 0xe0, 0xba),
    duration: get(segment, 0x1549a966, 0x4489).content.readDoubleBE(0) * tick,
    frames: clusters.flatMap((cluster) =>
      all(cluster, 0xa3).map(({ content }) => ({
        time: tick * (number(cluster, 0xe7) + content.readInt16BE(1)),
        isKey: (content[3]! & 0x80) !== 0,
        data: content.subarray(4),
      })),
    ),
    cues: all(get(segment, 0x1c53bb6b), 0xbb).map((cue) => {
      const time = number(cue, 0xb3);
      const cluster = at(number(cue, 0xb7, 0xf1), 0x1f43b675);
      return { time, isRight: cluster !== undefined && number(cluster, 0xe7) === time };
    }),
    seeks: all(get(segment, 0x114d9b74), 0x4dbb).map((seek) => {
      const id = number(seek, 0x53ab);
      return { id, isRight: at(number(seek, 0x53ac), id) !== undefined };
    }),
  };
}

function readElements(bytes: Buffer, from: number, until: number): EbmlElement[] {
  const elements: EbmlElement[] = [];
  for (let at = from; at < until;) {
    const idBytes = Math.clz32(bytes[at]!) - 23;
    const lengthBytes = Math.clz32(bytes[at + idBytes]!) - 23;
    const start = at + idBytes + lengthBytes;
    const length = toNumber(bytes.subarray(at + idBytes, start)) - 2 ** (7 * lengthBytes);
    if (!(length >= 0) || start + length > until) throw new Error('An element is longer than what holds it.');
    const id = toNumber(bytes.subarray(at, at + idBytes));
    const children = PARENTS.has(id) ? readElements(bytes, start, start + length) : [];
    elements.push({ id, at, content: bytes.subarray(start, start + length), children });
    at = start + length;
  }
  return elements;
}

/** Bytes of id and length of the element at a place. */
function headBytes(bytes: Uint8Array, at: number): number {
  const idBytes = Math.clz32(bytes[at]!) - 23;
  return idBytes + Math.clz32(bytes[at + idBytes]!) - 23;
}

function toNumber(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => 256 * sum + byte, 0);
}

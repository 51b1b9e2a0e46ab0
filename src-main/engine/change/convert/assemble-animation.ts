import type { AnimationChannel, Document, Node } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { toRigTrack, type RigPath, type RigTrack } from '../../files/animation/rig-track.ts';
import { ModelError } from '../../base/errors/model-error.ts';

/** Name of the merged clip. */
export const MERGED_CLIP_NAME = 'assembled';

/** Gap between the last pose of a clip and the first pose of the next: one frame. */
const FRAME_SECONDS = 1 / 30;
/** Maximum number of keys inserted between two keys of a curve. */
const MAX_BETWEEN = 32;
const MAX_KEYS = 5_000_000;
const TYPES = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;

/** A clip and its start time in the merged clip. */
interface Part {
  readonly name: string;
  readonly begins: number;
  readonly seconds: number;
  readonly tracks: ReadonlyMap<string, RigTrack>;
}

/** A node property that at least one clip animates, and its rest value. */
interface Moved {
  readonly node: Node;
  readonly path: RigPath;
  readonly rest: readonly number[];
}

/**
 * Merges a document's clips into one named `assembled`, in place: in file order, each from time 0 to its last key, one
 * frame (1/30 s) apart. A property that a clip does not animate keeps its rest value during that clip. Curves are
 * sampled 30 times a second. Returns notes with the start and end of each clip. Fewer than two clips are left
 * unchanged.
 *
 * Throws `ModelError` `too_large` if that would take more than five million keys.
 */
export function assembleAnimation(document: Document): Note[] {
  const root = document.getRoot();
  const moved = new Map<string, Moved>();
  const parts: Part[] = [];
  for (const clip of root.listAnimations()) {
    const before = parts.at(-1);
    const tracks = readTracks(clip.listChannels(), root.listNodes(), moved);
    if (tracks.size === 0) continue;
    let seconds = 0;
    for (const { times } of tracks.values()) seconds = Math.max(seconds, times.at(-1)!);
    const begins = before ? before.begins + before.seconds + FRAME_SECONDS : 0;
    parts.push({ name: clip.getName() || 'Animation', begins, seconds, tracks });
  }
  if (parts.length < 2) return [engineMessage('convert.assemble-unchanged')];

  const buffer = root.listBuffers()[0] ?? document.createBuffer();
  const joined = document.createAnimation(MERGED_CLIP_NAME);
  let keysLeft = MAX_KEYS;
  for (const [key, { node, path, rest }] of moved) {
    const times: number[] = [];
    const values: number[] = [];
    for (const { begins, seconds, tracks } of parts) {
      const track = tracks.get(key);
      const keys = track ? listKeys(track, seconds) : seconds > 0 ? [0, seconds] : [0];
      keysLeft -= keys.length;
      if (keysLeft < 0) {
        throw new ModelError('too_large', engineMessage('model-limit.joined-keyframes'));
      }
      for (const time of keys) {
        // Two keys must not round to the same 32-bit float.
        const at = Math.fround(begins + time);
        if (at <= (times.at(-1) ?? -1)) continue;
        times.push(at);
        for (const value of track?.at(time) ?? rest) values.push(value);
      }
    }
    const input = document.createAccessor().setBuffer(buffer).setType('SCALAR').setArray(Float32Array.from(times));
    const output = document.createAccessor().setBuffer(buffer).setType(TYPES[path]).setArray(Float32Array.from(values));
    const sampler = document.createAnimationSampler().setInput(input).setOutput(output).setInterpolation('LINEAR');
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    joined.addSampler(sampler).addChannel(channel);
  }
  for (const clip of root.listAnimations()) if (clip !== joined) clip.dispose();
  const list = parts.map(
    ({ name, begins, seconds }) => `“${name}” ${begins.toFixed(2)}–${(begins + seconds).toFixed(2)} s`,
  );
  return [engineMessage('convert.clips-joined', { name: MERGED_CLIP_NAME, clips: list.join(', ') })];
}

/** Reads the tracks of a clip by property and registers the animated properties in `moved`. */
function readTracks(channels: readonly AnimationChannel[], nodes: readonly Node[], moved: Map<string, Moved>) {
  const places = new Map(nodes.map((node, place) => [node, place]));
  const tracks = new Map<string, RigTrack>();
  for (const channel of channels) {
    const node = channel.getTargetNode();
    const path = channel.getTargetPath();
    const track = node && path ? toRigTrack(channel) : null;
    if (!node || !path || !track) continue;
    const rest = restOf(node, path);
    if (track.at(0).length !== rest.length) continue;
    const key = `${places.get(node)} ${path}`;
    tracks.set(key, track);
    moved.set(key, { node, path, rest });
  }
  return tracks;
}

function restOf(node: Node, path: RigPath): readonly number[] {
  if (path === 'translation') return node.getTranslation();
  if (path === 'rotation') return node.getRotation();
  if (path === 'scale') return node.getScale();
  const own = node.getWeights();
  if (own.length > 0) return own;
  const shapes = node.getMesh()?.listPrimitives()[0]?.listTargets() ?? [];
  const usual = node.getMesh()?.getWeights() ?? [];
  return shapes.map((_, i) => usual[i] ?? 0);
}

/** Returns the ascending times at which a track needs keys, from 0 to the end of its clip. */
function listKeys({ times, isCurved }: RigTrack, seconds: number): number[] {
  const keys = [0];
  const add = (time: number): void => {
    if (time - keys.at(-1)! > SHORTEST_SECONDS) keys.push(time);
  };
  for (const time of times) {
    const last = keys.at(-1)!;
    const between = isCurved ? Math.min(MAX_BETWEEN, Math.ceil((time - last) / FRAME_SECONDS - 0.01)) : 1;
    for (let i = 1; i < between; i++) add(last + ((time - last) * i) / between);
    add(time);
  }
  add(seconds);
  return keys;
}

/** A tenth of the step that `toRigTrack` uses. */
const SHORTEST_SECONDS = 1e-4;

import type { Animation, Document, Node } from '@gltf-transform/core';
import { uniqueName } from '../../base/document/unique-name.ts';
import type { RigNodes } from './rig-nodes.ts';
import { scaleTrack, toRigTrack, type RigPath, type RigTrack } from './rig-track.ts';
import type { RigBody, RigClip, RigNode } from './rig.ts';

type Tracks = Map<RigNode, Partial<Record<Exclude<RigPath, 'weights'>, RigTrack>>>;

/** Converts the animations of a document that affect a rig; names are unique, `Animation` by default. */
export function toRigClips(document: Document, nodes: RigNodes, bodies: ReadonlyMap<Node, RigBody>): RigClip[] {
  const names = new Set<string>();
  const clips: RigClip[] = [];
  for (const animation of document.getRoot().listAnimations()) {
    const { tracks, shapeTracks } = readTracks(animation, nodes, bodies);
    const all = [...[...tracks.values()].flatMap((own) => Object.values(own)), ...shapeTracks.values()];
    if (all.length === 0) continue;
    const seconds = Math.max(0, ...all.map((track) => track.times.at(-1)!));
    clips.push({ name: uniqueName(animation.getName() || 'Animation', names), seconds, tracks, shapeTracks });
  }
  return clips;
}

function readTracks(animation: Animation, { bySource, sizes }: RigNodes, bodies: ReadonlyMap<Node, RigBody>) {
  const tracks: Tracks = new Map();
  const shapeTracks = new Map<RigBody, RigTrack>();
  for (const channel of animation.listChannels()) {
    const source = channel.getTargetNode();
    const path = channel.getTargetPath();
    const track = source && path ? toRigTrack(channel) : null;
    if (!source || !path || !track) continue;
    if (path === 'weights') {
      const body = bodies.get(source);
      const isWhole = body !== undefined && body.shapes.length > 0 && track.at(0).length === body.shapes.length;
      if (isWhole) shapeTracks.set(body, track);
      continue;
    }
    const node = bySource.get(source);
    if (!node || track.at(0).length !== (path === 'rotation' ? 4 : 3)) continue;
    const own = tracks.get(node) ?? {};
    tracks.set(node, { ...own, [path]: scaleTrack(track, factorsOf(path, source, sizes)) });
  }
  return { tracks, shapeTracks };
}

/** Returns the factors of the uniform scales that were applied to descendants. */
function factorsOf(path: Exclude<RigPath, 'weights'>, source: Node, sizes: ReadonlyMap<Node, number>): number[] {
  const parent = source.getParentNode();
  const above = (parent && sizes.get(parent)) ?? 1;
  if (path === 'rotation') return [1, 1, 1, 1];
  const factor = path === 'translation' ? above : above / sizes.get(source)!;
  return [factor, factor, factor];
}

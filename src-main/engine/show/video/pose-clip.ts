import type { Animation } from '@gltf-transform/core';
import { toRigTrack } from '../../files/animation/rig-track.ts';

/** A clip that can be stopped at any time. */
export interface PosableClip {
  /** From 0 to the clip's last key. */
  readonly seconds: number;
  /** Puts the nodes the clip moves where it has them at a time; morph weights stay. */
  pose(seconds: number): void;
}

/** A clip of a document; channels without keys move nothing. */
export function toPosableClip(animation: Animation): PosableClip {
  const moves = animation.listChannels().flatMap((channel) => {
    const [node, path, track] = [channel.getTargetNode(), channel.getTargetPath(), toRigTrack(channel)];
    return node && track ? [{ node, path, track }] : [];
  });
  return {
    seconds: moves.reduce((most, { track }) => Math.max(most, track.times.at(-1)!), 0),
    pose(seconds) {
      for (const { node, path, track } of moves) {
        const value = track.at(seconds);
        if (path === 'rotation') node.setRotation(value as [number, number, number, number]);
        if (path === 'translation') node.setTranslation(value as [number, number, number]);
        if (path === 'scale') node.setScale(value as [number, number, number]);
      }
    },
  };
}

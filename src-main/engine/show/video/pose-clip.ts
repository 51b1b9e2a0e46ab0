import type { Animation } from '@gltf-transform/core';
import { toRigTrack } from '../../files/animation/rig-track.ts';

/** A clip that can be evaluated at any time. */
export interface PosableClip {
  /** Time of the last keyframe, in seconds. */
  readonly seconds: number;
  /** Sets translation, rotation and scale of the animated nodes at a time in seconds; morph weights are unchanged. */
  pose(seconds: number): void;
}

/** Converts an animation to a clip; channels without keyframes are ignored. */
export function toPosableClip(animation: Animation): PosableClip {
  const channels = animation.listChannels().flatMap((channel) => {
    const [node, path, track] = [channel.getTargetNode(), channel.getTargetPath(), toRigTrack(channel)];
    return node && track ? [{ node, path, track }] : [];
  });
  return {
    seconds: channels.reduce((max, { track }) => Math.max(max, track.times.at(-1)!), 0),
    pose(seconds) {
      for (const { node, path, track } of channels) {
        const value = track.at(seconds);
        if (path === 'rotation') node.setRotation(value as [number, number, number, number]);
        if (path === 'translation') node.setTranslation(value as [number, number, number]);
        if (path === 'scale') node.setScale(value as [number, number, number]);
      }
    },
  };
}

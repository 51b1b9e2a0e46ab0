import type { Influences } from './polygon-mesh.ts';

const MAX_JOINTS = 4;

/** The four strongest joints of each point, collected one influence at a time. */
export interface StrongestJoints {
  /** Adds an influence. Those of missing points, without weight or with a joint above 65,534 are ignored. */
  add(point: number, joint: number, weight: number): void;
  /** Returns weights with a sum of 1; a point without influences gets the joint numbered `loose`. */
  finish(loose: number): { influences: Influences; hasLoose: boolean };
}

/** Creates a collector for a mesh of `points` points. */
export function createStrongestJoints(points: number): StrongestJoints {
  const joints = new Uint16Array(points * MAX_JOINTS);
  const weights = new Float32Array(points * MAX_JOINTS);
  return {
    add(point, joint, weight) {
      if (!(point >= 0 && point < points && weight > 0 && weight < Infinity) || !(joint >= 0 && joint <= 0xfffe))
        return;
      let weakest = point * MAX_JOINTS;
      for (let at = weakest; at < weakest + MAX_JOINTS; at++) {
        // A file may list a joint of a point several times; the weights are added up.
        if (joints[at] !== joint || weights[at] === 0) continue;
        weights[at]! += weight;
        return;
      }
      for (let k = 1; k < MAX_JOINTS; k++) {
        if (weights[point * MAX_JOINTS + k]! < weights[weakest]!) weakest = point * MAX_JOINTS + k;
      }
      if (weights[weakest]! >= weight) return;
      weights[weakest] = weight;
      joints[weakest] = joint;
    },
    finish(loose) {
      let hasLoose = false;
      for (let at = 0; at < weights.length; at += MAX_JOINTS) {
        const four = weights.subarray(at, at + MAX_JOINTS);
        const sum = four.reduce((total, weight) => total + weight, 0);
        if (sum > 0) {
          for (let k = 0; k < MAX_JOINTS; k++) four[k]! /= sum;
          continue;
        }
        hasLoose = true;
        joints[at] = loose;
        four[0] = 1;
      }
      return { influences: { joints, weights }, hasLoose };
    },
  };
}

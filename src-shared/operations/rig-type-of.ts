/** Returns the rig type whose skeleton an animation is for: `preset:quadruped:walk` names one, `preset:walk` is a biped’s. */
export function rigTypeOf(animation: string): string {
  const words = animation.replace(/^preset:/, '').split(':');
  return words.length > 1 ? (words[0] ?? '') : 'biped';
}

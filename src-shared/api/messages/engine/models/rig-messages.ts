/** Messages of the engine: notes about skeletons, in English; ICU templates by their ids. */
export const RIG_MESSAGES = {
  'rig.replaced': 'The existing skeleton or animations were replaced. The current pose is the new rest pose.',
  'rig.mesh-kept': 'An FBX file needs a surface, so the mesh was kept.',
  'rig.biped': 'An upright body with two legs, two arms and a head. It can be rigged.',
  'rig.quadruped': 'An animal on four legs with a head, facing {axis}. It can be rigged.',
  'rig.mixamo-quadruped': 'Mixamo has no bones for four legs. They have the service’s own names.',
} as const;

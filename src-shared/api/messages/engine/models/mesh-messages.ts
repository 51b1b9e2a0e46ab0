/** Messages of the engine: notes about parts, faces and UVs, in English; ICU templates by their ids. */
export const MESH_MESSAGES = {
  'mesh.remeshed': '“{name}” intersected itself and was remeshed. Its texture is coarser now.',
  'mesh.not-closed': '“{name}” could not be closed: it has no volume.',
  'mesh.closed': 'Closed: {names}.',
  'mesh.parts': 'Parts: {names}.',
  'mesh.cut-in-half': 'The model is one smooth piece without limbs or grooves, so it was cut through the middle.',
  'mesh.points-repeated':
    '{count, plural, one {# point lies} other {# points lie}} in the same triangle as another point and created no part.',
  'mesh.shape-kept': 'The model has {count, number} triangles. Its shape was kept.',
  'mesh.faces': 'The result has {count, number} {kind, select, quads {quads} other {triangles}}.',
  'mesh.glb-quads': 'GLB files store each quad as two marked triangles. Convert to FBX, OBJ or USDZ for quads.',
  'mesh.unwrap-effects':
    'Colors, normals, roughness, metalness and emission were transferred. Other material effects were omitted.',
  'mesh.refined':
    'The draft’s {before, number} triangles became {after, number}. Flat faces and sharp edges are unchanged.',
  'mesh.refine-unchanged': 'The shape still has {count, number} triangles: it is flat or already fine everywhere.',
  'mesh.no-patterns': 'The draft has no patterns to draw in more detail.',
  'mesh.texture-redrawn': 'One texture was redrawn with more detail.',
  'mesh.textures-redrawn': '{count} textures were redrawn with more detail.',
} as const;

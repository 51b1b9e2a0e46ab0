/**
 * Gaussian splats: soft, oriented ellipsoids of one colour each. Metres, right-handed, +Y up, +Z front, as in glTF.
 *
 * Every array stores its numbers splat by splat, and any leading part of the cloud is spread over all of it, because
 * viewers display a file while it is still loading.
 */
export interface SplatCloud {
  readonly count: number;
  /** xyz of the centre. */
  readonly positions: Float32Array;
  /** Unit normal of the surface, xyz. */
  readonly normals: Float32Array;
  /** Standard deviations along the splat's own three axes; the third, along the normal, is the shortest. */
  readonly scales: Float32Array;
  /** Unit quaternion wxyz from the splat's own axes to world axes. */
  readonly rotations: Float32Array;
  /** sRGB, 0 to 1: splat renderers blend colours as they are stored. */
  readonly colors: Float32Array;
  /** Opacity at the centre, 0 to 1, both exclusive; the same for all splats. */
  readonly opacity: number;
}

/**
 * Gaussian splats: soft, oriented ellipsoids of one colour each. Metres, right-handed, +Y up, +Z front, as glTF.
 *
 * Every array holds its numbers splat by splat, and any first part of the cloud is spread over all of it, because viewers
 * show a file while it is still coming.
 */
export interface SplatCloud {
  readonly count: number;
  /** xyz of the middle. */
  readonly positions: Float32Array;
  /** Unit xyz: the way the surface faces. */
  readonly normals: Float32Array;
  /** Standard deviations along the splat's own three axes; the third, along the normal, is the short one. */
  readonly scales: Float32Array;
  /** Unit quaternion wxyz that turns the splat's own axes into the world's. */
  readonly rotations: Float32Array;
  /** sRGB, 0 to 1: renderers of splats mix colours as they are stored. */
  readonly colors: Float32Array;
  /** In the middle of the splat, 0 to 1, both exclusive; one for all. */
  readonly opacity: number;
}

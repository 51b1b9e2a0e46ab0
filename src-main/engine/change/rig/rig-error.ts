/** A body that gets no skeleton, or a clip that is not made; `message` is a sentence for people. */
export class RigError extends Error {
  override readonly name = 'RigError';
}

import { EngineError } from '../../base/errors/engine-error.ts';

/** A body that cannot be rigged, or an animation that cannot be created; `detail` says why. */
export class RigError extends EngineError {
  override readonly name = 'RigError';
}

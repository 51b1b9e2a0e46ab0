import { EngineError } from '../../base/errors/engine-error.ts';

/** Error for a body that cannot be rigged or an animation that cannot be created; `detail` contains the reason. */
export class RigError extends EngineError {
  override readonly name = 'RigError';
}

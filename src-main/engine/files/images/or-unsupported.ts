import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';

/** Does work on an image. Throws `ModelError` `unsupported` if it fails: the image cannot be read. */
export async function orUnsupported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new ModelError('unsupported', engineMessage('texture-error.unreadable-unnamed'), cause);
  }
}

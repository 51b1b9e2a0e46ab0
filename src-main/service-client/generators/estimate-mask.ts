import { estimatedMask } from '../../../src-shared/api/generators/estimated-mask.ts';
import { GENERATOR_ENDPOINTS } from '../../../src-shared/api/generators/generator-state.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { message } from '../../../src-shared/messages/message.ts';
import { serviceReasonOf } from '../http/to-app-error.ts';
import type { ServiceClient } from '../service-client.ts';

/** The service ends a network or a generator earlier; a request may wait for those before it. */
const MAX_WAIT_MS = 4 * 60 * 60 * 1000;

/**
 * The mask of a PNG file from the network or the generator of the local service, as a gray PNG from outside. Throws
 * AppError, `config_invalid` naming `name` if it failed, or the signal's reason, which is an AppError.
 */
export async function estimateMask(
  client: Pick<ServiceClient, 'upload' | 'query'>,
  file: string,
  name: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const input = await client.upload(file, 'png', signal, () => undefined);
  const work = { signal, limitMs: MAX_WAIT_MS };
  const answer = await client.query('POST', GENERATOR_ENDPOINTS.mask, { input }, work).catch((error: unknown) => {
    const reason = signal.aborted ? null : serviceReasonOf(error);
    throw reason === null ? error : new AppError('config_invalid', reason, { subject: name, cause: error });
  });
  const parsed = estimatedMask.safeParse(answer);
  if (!parsed.success) throw new AppError('service_error', message('service.unexpected-response'));
  return Buffer.from(parsed.data.mask, 'base64');
}

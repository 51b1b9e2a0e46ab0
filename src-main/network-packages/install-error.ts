import { AppError } from '../../src-shared/base/errors.ts';
import type { MessageOrText } from '../../src-shared/messages/message.ts';
import type { OfferedNetwork } from './offered-network.ts';

/** A `network_not_installed` error about a network. */
export function toInstallError(
  { title }: Pick<OfferedNetwork, 'title'>,
  detail: MessageOrText,
  cause?: unknown,
): AppError {
  return new AppError('network_not_installed', detail, { subject: title, retryable: true, cause });
}

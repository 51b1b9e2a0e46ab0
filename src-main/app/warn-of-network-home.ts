import { AppError, toErrorInfo, type ErrorInfo } from '../../src-shared/base/errors.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { isOnNetwork } from '../base/files/network-folder.ts';
import { log } from '../base/log/log.ts';

/** Logs a warning if a home is on a network share, and returns it; null for a local disk. */
export async function warnOfNetworkHome(home: string, isShare = isOnNetwork): Promise<ErrorInfo | null> {
  if (!(await isShare(home).catch(() => false))) return null;
  const warning = toErrorInfo(new AppError('home_on_network', ''));
  const { happened, next } = describeError(warning);
  log.warn('queue', `${happened} ${next}`);
  return warning;
}

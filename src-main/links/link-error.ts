import { AppError } from '../../src-shared/base/errors.ts';
import { toRefusedAddressError } from './check-link.ts';
import { RefusedAddressError } from './link-lookup.ts';

/** Details of transport errors by the codes of Node and undici. */
const DETAILS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host does not exist.',
  EAI_AGAIN: 'Could not look up the host.',
  ECONNREFUSED: 'The host does not respond.',
  UND_ERR_CONNECT_TIMEOUT: 'The host does not respond.',
  ETIMEDOUT: 'The host does not respond.',
  UND_ERR_SOCKET: 'The connection was closed early.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The connection was closed early.',
  ECONNRESET: 'The connection was closed early.',
};

/** Translates a failed download into an error that names the link; anything unexpected is returned as it is. */
export function toLinkError(thrown: unknown, subject: string): unknown {
  // `offline` comes from the proxy and names the service; here it is about the link.
  if (thrown instanceof AppError && thrown.code !== 'offline') return thrown;
  const causes = listCauses(thrown);
  const refused = causes.find((error) => error instanceof RefusedAddressError);
  if (refused) return toRefusedAddressError(refused.refusal, subject);
  const { message, code } = causes.find((error) => typeof error.code === 'string') ?? { message: '', code: null };
  if (code === null || code === undefined) return thrown;
  const detail = thrown instanceof AppError ? message : (DETAILS[code] ?? `The connection failed (${code}).`);
  return new AppError('link_failed', detail, { subject, cause: thrown });
}

/** An error and all its causes, outermost first. */
function listCauses(thrown: unknown): readonly NodeJS.ErrnoException[] {
  if (!(thrown instanceof Error)) return [];
  const inner = thrown instanceof AggregateError ? (thrown.errors as unknown[]) : [thrown.cause];
  return [thrown, ...inner.flatMap(listCauses)];
}

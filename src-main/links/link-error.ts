import { AppError } from '../../src-shared/base/errors.ts';
import { toRefusedAddressError } from './check-link.ts';
import { RefusedAddressError } from './link-lookup.ts';

/** Failures of the transport a person can act upon, by the codes of Node and undici. */
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host does not exist.',
  EAI_AGAIN: 'Could not look up the host.',
  ECONNREFUSED: 'The host does not respond.',
  UND_ERR_CONNECT_TIMEOUT: 'The host does not respond.',
  ETIMEDOUT: 'The host does not respond.',
  UND_ERR_SOCKET: 'The connection was closed early.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The connection was closed early.',
  ECONNRESET: 'The connection was closed early.',
};

/** What went wrong while a link was fetched, as a failure that names it; a bug stays one. */
export function toLinkError(thrown: unknown, subject: string): unknown {
  // What a proxy says is told as the service's matter elsewhere; here it is the link's.
  if (thrown instanceof AppError && thrown.code !== 'offline') return thrown;
  const causes = listCauses(thrown);
  const refused = causes.find((error) => error instanceof RefusedAddressError);
  if (refused) return toRefusedAddressError(refused.fault, subject);
  const { message, code } = causes.find((error) => typeof error.code === 'string') ?? { message: '', code: null };
  if (code === null || code === undefined) return thrown;
  const detail = thrown instanceof AppError ? message : (WORDS[code] ?? `The connection failed (${code}).`);
  return new AppError('link_failed', detail, { subject, cause: thrown });
}

/** An error and what caused it, from the outermost on, of several causes all. */
function listCauses(thrown: unknown): readonly NodeJS.ErrnoException[] {
  if (!(thrown instanceof Error)) return [];
  const inner = thrown instanceof AggregateError ? (thrown.errors as unknown[]) : [thrown.cause];
  return [thrown, ...inner.flatMap(listCauses)];
}

import { AppError } from '../../src-shared/base/errors.ts';
import { toRefusedAddressError } from './check-link.ts';
import { RefusedAddressError } from './link-lookup.ts';
import { describeCertificateFault, describeConnectionFault } from '../service-client/http/describe-connection-fault.ts';

/** Translates a failed download into an error that names the link; anything unexpected is returned as it is. */
export function toLinkError(thrown: unknown, subject: string): unknown {
  // `offline` comes from the proxy and names the service; here it is about the link.
  if (thrown instanceof AppError && thrown.code !== 'offline') return thrown;
  const causes = listCauses(thrown);
  const refused = causes.find((error) => error instanceof RefusedAddressError);
  if (refused) return toRefusedAddressError(refused.refusal, subject);
  const { code } = causes.find((error) => typeof error.code === 'string') ?? { code: null };
  if (code === null || code === undefined) return thrown;
  const detail =
    thrown instanceof AppError ? thrown.detail : (describeCertificateFault(code) ?? describeConnectionFault(code));
  return new AppError('link_failed', detail, { subject, cause: thrown });
}

/** An error and all its causes, outermost first. */
function listCauses(thrown: unknown): readonly NodeJS.ErrnoException[] {
  if (!(thrown instanceof Error)) return [];
  const inner = thrown instanceof AggregateError ? (thrown.errors as unknown[]) : [thrown.cause];
  return [thrown, ...inner.flatMap(listCauses)];
}

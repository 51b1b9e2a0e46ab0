import { checkRequest } from '../../../src-shared/api/rules/check-request.ts';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { SERVICE_ERROR_CODES } from '../../../src-shared/api/protocol/error-codes.ts';
import type { Deployment } from '../../../src-shared/api/models/generation-models.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import type { Issue } from '../../../src-shared/api/issue.ts';
import { toClientContext, type AnyValues, type Operation } from '../../../src-shared/api/operation.ts';
import type { CommandResult } from './output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { UsageError } from './usage-error.ts';

/** The operation of that name, with dashes or underscores; throws `UsageError`. */
export function parseOperationName(given: string): OperationName {
  const name = OPERATION_NAMES.find((known) => known === given.replaceAll('-', '_'));
  if (name) return name;
  throw new UsageError(
    `Unknown operation “${maskControlCharacters(given)}”. Operations: ${OPERATION_NAMES.join(', ')}.`,
  );
}

/** Checks a request against the rules of the service without contacting it; returns the output of `--check`, or all issues. */
export function checkCall(
  name: OperationName,
  body: AnyValues,
  deployment: Deployment,
):
  | { readonly ok: true; readonly answer: CommandResult }
  | { readonly ok: false; readonly issues: readonly [Issue, ...Issue[]] } {
  const operation: Operation = OPERATIONS[name];
  const checked = checkRequest(operation, body, toClientContext({ deployment, now: Date.now() }));
  if (!checked.ok) return checked;
  const price = operation.price(checked.values);
  const credits = price === null ? null : formatCredits(price);
  const data = { ok: true, operation: name, path: operation.path, deployment, credits, issues: [] };
  const costs = credits === null ? 'no documented price' : `${credits} credits where credits apply`;
  return { ok: true, answer: { data, text: `Valid: ${operation.path}, ${costs}. Nothing was sent.\n` } };
}

/** An invalid request: prints every issue with its section to stderr, and returns the first as the error envelope of the service. */
export function toInvalidRequestResult(name: OperationName, issues: readonly [Issue, ...Issue[]]): CommandResult {
  for (const { code, path, message, section } of issues) {
    process.stderr.write(
      `${maskControlCharacters(`${path || 'request'}: ${message} (${code}, section ${section})`)}\n`,
    );
  }
  process.stderr.write('Nothing was sent or charged.\n');
  const [{ code, message }] = issues;
  const { suggestion } = SERVICE_ERROR_CODES[code];
  return { data: { code, status: 'error', message, suggestion, operation: name, issues }, text: '', status: 1 };
}

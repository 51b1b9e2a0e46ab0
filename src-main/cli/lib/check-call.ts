import { checkRequest } from '../../../src-shared/api/rules/check-request.ts';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { SERVICE_ERROR_CODES } from '../../../src-shared/api/protocol/error-codes.ts';
import type { Deployment } from '../../../src-shared/api/models/generation-models.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import type { AnyValues, Issue, Operation } from '../../../src-shared/api/operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { maskControlCharacters, type CommandResult } from './output/command-result.ts';

/** The one operation that was named, with dashes or underscores. */
export function parseOperationName(positionals: readonly string[]): OperationName {
  const [given = '', ...more] = positionals;
  const name = OPERATION_NAMES.find((known) => known === given.replaceAll('-', '_'));
  if (name && more.length === 0) return name;
  const detail = `Name one operation: ${OPERATION_NAMES.join(', ')}.`;
  throw new AppError('config_invalid', detail, { subject: 'call' });
}

/** Checks a request as the service would, without it; answers what `--check` says, or every issue. */
export function checkCall(
  name: OperationName,
  body: AnyValues,
  deployment: Deployment,
):
  | { readonly ok: true; readonly answer: CommandResult }
  | { readonly ok: false; readonly issues: readonly [Issue, ...Issue[]] } {
  const operation: Operation = OPERATIONS[name];
  const checked = checkRequest(operation, body, { deployment, entitlements: null, now: Date.now() });
  if (!checked.ok) return checked;
  const price = operation.price(checked.values);
  const credits = price === null ? null : formatCredits(price);
  const data = { ok: true, operation: name, path: operation.path, deployment, credits, issues: [] };
  const costs = credits === null ? 'its price is not documented' : `${credits} credits where they count`;
  return { ok: true, answer: { data, text: `The request is right: ${operation.path}, ${costs}. Nothing was sent.\n` } };
}

/** A refused request: every issue with its section to stderr, the first as the envelope the service would answer with. */
export function toInvalidRequestResult(name: OperationName, issues: readonly [Issue, ...Issue[]]): CommandResult {
  for (const { code, path, message, section } of issues) {
    process.stderr.write(
      `${maskControlCharacters(`${path || 'request'}: ${message} (${code}, section ${section})`)}\n`,
    );
  }
  process.stderr.write('Nothing was sent, nothing was charged.\n');
  const [{ code, message }] = issues;
  const { suggestion } = SERVICE_ERROR_CODES[code];
  return { data: { code, status: 'error', message, suggestion, operation: name, issues }, text: '', status: 1 };
}

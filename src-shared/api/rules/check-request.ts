import type { z } from 'zod';
import { REQUEST_RULES, IGNORED_FIELDS } from '../fields/request-fields.ts';
import { resolveAliases } from '../fields/resolve-aliases.ts';
import type { Issue } from '../issue.ts';
import { ruleMessage, toRuleText } from '../messages/rule-message.ts';
import type { AnyValues, Operation, RuleContext } from '../operation.ts';
import { isIssue, parseSource, type RequestSource } from '../source.ts';

/** A valid request. */
export interface CheckedRequest {
  readonly ok: true;
  readonly source: RequestSource;
  /** Known fields under their canonical names, parsed; absent ones stay absent. */
  readonly values: AnyValues;
}

/** An invalid request; the first issue determines the response. */
export interface RefusedRequest {
  readonly ok: false;
  readonly issues: readonly [Issue, ...Issue[]];
}

/**
 * Validates a creation body completely: aliases, every field, the source, rules across fields. The client calls it
 * before spending credits (see `toClientContext`), the local service before responding. Unknown fields are ignored (spec 4.1); null in a known
 * field is a type error.
 */
export function checkRequest(
  operation: Operation,
  body: AnyValues,
  context: RuleContext,
): CheckedRequest | RefusedRequest {
  const accepted = Object.fromEntries(Object.entries(body).filter(([name]) => !IGNORED_FIELDS.includes(name)));
  const named = resolveAliases(operation.fields, accepted);
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const [name, { schema, required, section }] of Object.entries(operation.fields)) {
    const given = named[name];
    if (given === undefined) {
      if (required) {
        const detail = ruleMessage('rule.required', { field: name });
        issues.push({ code: 1004, path: name, message: toRuleText(detail), detail, section });
      }
      continue;
    }
    const parsed = schema.safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else issues.push({ code: 1004, path: name, message: `${name}: ${describe(parsed.error)}`, section });
  }
  const source = parseSource(operation.source, named, context.acceptsAnyTaskId);
  if (isIssue(source)) issues.push(source);
  if (issues.length === 0) {
    for (const rule of [...REQUEST_RULES, ...operation.rules]) {
      const refusal = rule.check(values, context, source as RequestSource);
      if (refusal) issues.push({ ...refusal, section: rule.section });
    }
  }
  const [first, ...rest] = issues;
  if (first) return { ok: false, issues: [first, ...rest] };
  return { ok: true, source: source as RequestSource, values };
}

/** Returns a field's value, or its default if absent. */
export function valueOr(operation: Operation, values: AnyValues, name: string): unknown {
  return values[name] ?? operation.fields[name]?.default;
}

function describe(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => (issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message))
    .join('; ');
}

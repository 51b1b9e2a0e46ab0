import { ruleMessage } from '../messages/rule-message.ts';
import { z } from 'zod';
import { field } from './field.ts';
import { refuse, type AnyValues, type Rule } from '../operation.ts';

/** Fields of every creation call (spec 4.1). */
export const REQUEST_FIELDS = {
  priority: field({
    schema: z.int().min(1).max(3),
    title: 'Priority',
    help: 'Higher priorities are available for some accounts only.',
    group: 'advanced',
    section: '4.1',
  }),
  parameters: field({
    schema: z.record(z.string(), z.unknown()),
    title: 'Pipeline parameters',
    help: 'Additional parameters that are passed to the pipeline unchanged.',
    group: 'advanced',
    section: '4.1',
  }),
} as const;

/** A seed: any 32-bit integer; the document defines no range. */
export const seed = z.int().min(-0x80000000).max(0xffffffff);

/** Body fields that are always ignored (4.1). */
export const IGNORED_FIELDS: readonly string[] = ['type', 'enable_audit'];

/** Rules for every creation call (4.1). */
export const REQUEST_RULES: readonly Rule<AnyValues>[] = [{ section: '4.1', check: priorityIsPermitted }];

/** Higher priorities depend on the account. */
function priorityIsPermitted(...[values, { entitlements }]: Parameters<Rule<AnyValues>['check']>) {
  const priority = values['priority'];
  if (!entitlements || typeof priority !== 'number' || priority <= entitlements.priority) return null;
  return refuse(2013, 'priority', ruleMessage('rule.priority', { priority, max: entitlements.priority }));
}

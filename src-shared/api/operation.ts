import type { Category } from './models/categories.ts';
import type { Credits } from './pricing/credits.ts';
import type { CheckedValues, Fields, Values } from './fields/field.ts';
import { resolveAliases } from './fields/resolve-aliases.ts';
import type { RateClass } from './protocol/limits.ts';
import type { Deployment } from './models/generation-models.ts';
import type { ServiceErrorCode } from './protocol/error-codes.ts';
import type { FileSource, RequestSource, SourceSpec } from './source.ts';
import type { OutputKey } from './protocol/task.ts';
import type { Issue } from './issue.ts';
import type { Message } from './messages/message.ts';
import { toRuleText } from './messages/rule-message.ts';

/** Permissions of an account beyond the defaults (4.1, 4.3, 4.4). */
interface Entitlements {
  /** Maximum priority. */
  readonly priority: number;
  readonly checkPrintable: boolean;
  readonly vxc: boolean;
}

/** Input of a rule besides the request. */
export interface RuleContext {
  readonly deployment: Deployment;
  /** Null: unknown, so the service checks the rules about them. */
  readonly entitlements: Entitlements | null;
  /** Current time for retirement dates, epoch ms. */
  readonly now: number;
  /** Task ids may have any form that services issue, see `isIssuedTaskId`. Absent: UUIDs only (2.2, 4.2). */
  readonly acceptsAnyTaskId?: true;
}

/** The context of a client: it refers to tasks by the ids that a service issued, and does not know the account. */
export function toClientContext(context: Pick<RuleContext, 'deployment' | 'now'>): RuleContext {
  return { ...context, entitlements: null, acceptsAnyTaskId: true };
}

/** Result of a rule: the issue, or null if the values are valid. */
export type Refusal = Omit<Issue, 'section'> | null;

/** A rule across fields: a pure function, and the document section that defines it. */
export interface Rule<V> {
  readonly section: string;
  /** Returns the issue, or null. */
  readonly check: (values: V, context: RuleContext, source: RequestSource) => Refusal;
}

/** Values of a request for any operation. */
export type AnyValues = Readonly<Record<string, unknown>>;

/** One task-creating endpoint as data, used by the validation of client and service, the forms and the reference. */
export interface Operation<F extends Fields = Fields> {
  /** The task's `type` on the wire. */
  readonly name: string;
  readonly path: string;
  readonly title: string;
  /** One sentence that says what it does. */
  readonly help: string;
  readonly section: string;
  readonly source: SourceSpec;
  /** Name of the operation that predicts whether this one can succeed; running it is optional. */
  readonly precheck?: string;
  readonly fields: F;
  /** Fields of which a request needs at least one; a rule says when it is empty. */
  readonly anyOf?: readonly (keyof F & string)[];
  readonly rules: readonly Rule<Values<F>>[];
  /** Returns the files of the request besides its source. */
  readonly extraFiles?: (values: Values<F>) => readonly FileSource[];
  readonly outputs: readonly OutputKey[];
  readonly rateClass: RateClass;
  /** Returns the concurrency category of the task; fields may have the names of their aliases. */
  readonly category: (values: Values<F>) => Category;
  /** Returns the price of a task in credits; null if unknown. Fields may have the names of their aliases. */
  readonly price: (values: Values<F>) => Credits | null;
}

/** Returns an issue for an invalid parameter (error 1004, part 7). */
export function badParameter(path: string, detail: Message): Refusal {
  return refuse(1004, path, detail);
}

/** An operation with the types of its own fields, see `ValuesOf`. */
export interface TypedOperation<F extends Fields> extends Operation {
  /** Never set: carries the type of validated values. */
  readonly checkedValues?: CheckedValues<F>;
}

/** The validated values of a request of an operation; any values if the operation is unknown. */
export type ValuesOf<O extends Operation> = O extends { readonly checkedValues?: infer V }
  ? unknown extends V
    ? AnyValues
    : NonNullable<V>
  : AnyValues;

/** Returns an issue with another error code. */
export function refuse(code: ServiceErrorCode, path: string, detail: Message): Refusal {
  return { code, path, message: toRuleText(detail), detail };
}

/** Defines an operation. Rules and prices use its own field types; callers use values of any operation. */
export function defineOperation<const F extends Fields>(operation: Operation<F>): TypedOperation<F> {
  // The parameters of a step are stored as they were given, and may name a field by its alias.
  const toValues = (given: Values<F>): Values<F> => resolveAliases(operation.fields, given) as Values<F>;
  const named: Operation<F> = {
    ...operation,
    category: (values) => operation.category(toValues(values)),
    price: (values) => operation.price(toValues(values)),
  };
  // The parameter of a rule is narrower than AnyValues; checkRequest only calls it with values parsed by its own
  // fields.
  return named as unknown as TypedOperation<F>;
}

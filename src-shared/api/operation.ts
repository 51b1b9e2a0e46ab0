import type { Category } from './models/categories.ts';
import type { Credits } from './pricing/credits.ts';
import type { CheckedValues, Fields, Values } from './fields/field.ts';
import type { RateClass } from './protocol/limits.ts';
import type { Deployment } from './models/generation-models.ts';
import type { ServiceErrorCode } from './protocol/error-codes.ts';
import type { FileSource, RequestSource, SourceSpec } from './source.ts';
import type { OutputKey } from './protocol/task.ts';
import type { Issue } from './issue.ts';
import type { Message } from './messages/message.ts';
import { toRuleText } from './messages/rule-message.ts';

/** What an account may use beyond the ordinary (4.1, 4.3, 4.4). */
interface Entitlements {
  /** Highest priority allowed. */
  readonly priority: number;
  readonly checkPrintable: boolean;
  readonly vxc: boolean;
}

/** What a rule may know beside the request. */
export interface RuleContext {
  readonly deployment: Deployment;
  /** Null: not known, so rules about them are left to the service. */
  readonly entitlements: Entitlements | null;
  /** For retirement dates, epoch ms. */
  readonly now: number;
}

/** Result of a rule: the issue, or null if the values are valid. */
export type Refusal = Omit<Issue, 'section'> | null;

/** A rule across fields: a pure function, and the section of the interface document that states it. */
export interface Rule<V> {
  readonly section: string;
  /** What is wrong with the values, or null. */
  readonly check: (values: V, context: RuleContext, source: RequestSource) => Refusal;
}

/** The values of a request of any operation. */
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
  readonly toldBy?: string;
  readonly fields: F;
  readonly rules: readonly Rule<Values<F>>[];
  /** Files of the request besides its source. */
  readonly extraFiles?: (values: Values<F>) => readonly FileSource[];
  readonly outputs: readonly OutputKey[];
  readonly rateClass: RateClass;
  /** The concurrency category the task counts toward. */
  readonly category: (values: Values<F>) => Category;
  /** Price of a task in credits; null if unknown. */
  readonly price: (values: Values<F>) => Credits | null;
}

/** The issue of a bad parameter (error 1004, part 7). */
export function badParameter(path: string, detail: Message): Refusal {
  return refuse(1004, path, detail);
}

/** An operation with the types of its own fields, see `ValuesOf`. */
export interface TypedOperation<F extends Fields> extends Operation {
  /** Never set: carries the type of checked values. */
  readonly checkedValues?: CheckedValues<F>;
}

/** The validated values of a request of an operation; any values if the operation is unknown. */
export type ValuesOf<O extends Operation> = O extends { readonly checkedValues?: infer V }
  ? unknown extends V
    ? AnyValues
    : NonNullable<V>
  : AnyValues;

/** A refusal with another code. */
export function refuse(code: ServiceErrorCode, path: string, detail: Message): Refusal {
  return { code, path, message: toRuleText(detail), detail };
}

/** Defines an operation. Rules and prices see its own field types; callers see values of any operation. */
export function defineOperation<const F extends Fields>(operation: Operation<F>): TypedOperation<F> {
  // A rule's parameter is narrower than AnyValues; checkRequest only calls it with values its own fields parsed.
  return operation as unknown as TypedOperation<F>;
}

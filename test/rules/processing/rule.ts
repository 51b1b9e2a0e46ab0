/** A request body as it came over the wire. */
export type Body = Readonly<Record<string, unknown>>;

/** What a body may refer to, and what the account may ask for. */
export interface World {
  /** The tasks that exist, by id. */
  readonly tasks: Readonly<Record<string, { readonly type: string; readonly status: string }>>;
  /** The file tokens that are live, with the extension of what was uploaded. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly entitlements: { readonly priority: number; readonly vxc: boolean };
}

/** One rule of the document: its name starts with the section; a body that breaks it is answered with its code and status. */
export interface Rule {
  readonly name: string;
  readonly code: number;
  readonly status: number;
  readonly isBroken: (body: Body, world: World) => boolean;
}

/** A rule refused as a bad parameter (section 7: code 1004, HTTP 400). */
export function badParameter(name: string, isBroken: Rule['isBroken']): Rule {
  return { name, code: 1004, status: 400, isBroken };
}

/** Whether a field is in the body at all; a field that is there with null is given, and of a wrong type. */
export function isGiven(body: Body, field: string): boolean {
  return Object.hasOwn(body, field);
}

/** Whether a given field fails a test; an absent one never does. */
export function fails(body: Body, field: string, isRight: (value: unknown) => boolean): boolean {
  return isGiven(body, field) && !isRight(body[field]);
}

/** A JSON boolean. */
export const isBoolean = (value: unknown): boolean => value === true || value === false;
/** A JSON string. */
export const isString = (value: unknown): value is string => typeof value === 'string';
/** A JSON number without a fraction, small enough to be exact. */
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
/** A JSON number that can be meant; 1e308 cannot. */
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < 1e12;
/** A JSON array of strings. */
export const isStrings = (value: unknown): boolean => Array.isArray(value) && value.every(isString);
/** A JSON object that is not an array. */
export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** One of a closed list, letter for letter. */
export const isOneOf =
  (...allowed: readonly string[]) =>
  (value: unknown): boolean =>
    isString(value) && allowed.includes(value);

/** A rule per field that only says of what kind it is. */
export function typed(
  section: string,
  kind: string,
  isRight: (value: unknown) => boolean,
  ...fields: readonly string[]
): readonly Rule[] {
  return fields.map((field) => badParameter(`${section}: ${field} is ${kind}`, (body) => fails(body, field, isRight)));
}

import type { z } from 'zod';

/** The part of a form a field stands in, in the order the form shows them. */
export const FIELD_GROUPS = ['source', 'model', 'geometry', 'texture', 'output', 'advanced'] as const;

/** A part of a form. */
export type FieldGroup = (typeof FIELD_GROUPS)[number];

/** One parameter of an operation: what is allowed, and what a form says about it. */
export interface Field<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  readonly title: string;
  /** One sentence for the person who sets it. */
  readonly help: string;
  readonly group: FieldGroup;
  /** What applies when the field is absent; not written into the request. */
  readonly default?: z.output<S>;
  readonly required?: true;
  readonly unit?: string;
  /** Words in use where the document leaves them open: suggested, never demanded. */
  readonly known?: readonly string[];
  /** Other wire names that mean this field (4.1, 4.3). */
  readonly aliases?: readonly string[];
  /** The section the field comes from. */
  readonly section: string;
}

/** The fields of an operation by wire name. */
export type Fields = Readonly<Record<string, Field>>;

/** The values of fields, each absent or of its schema's type. */
export type Values<F extends Fields> = { readonly [K in keyof F]?: z.output<F[K]['schema']> };

/** A field every request has. */
export interface RequiredField<S extends z.ZodType = z.ZodType> extends Field<S> {
  readonly required: true;
}

/** The values of a request that passed the check: as `Values`, and required fields are there. */
export type CheckedValues<F extends Fields> = Values<F> & {
  readonly [K in keyof F as F[K] extends RequiredField ? K : never]: z.output<F[K]['schema']>;
};

/** Defines a field; exists so that `default` is checked against `schema`. */
export function field<S extends z.ZodType>(definition: RequiredField<S>): RequiredField<S>;
export function field<S extends z.ZodType>(definition: Field<S>): Field<S>;
export function field<S extends z.ZodType>(definition: Field<S>): Field<S> {
  return definition;
}

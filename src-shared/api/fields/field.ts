import type { z } from 'zod';

/** Sections of an operation's form, in display order. */
export const FIELD_GROUPS = ['source', 'model', 'geometry', 'texture', 'output', 'advanced'] as const;

/** A section of a form. */
export type FieldGroup = (typeof FIELD_GROUPS)[number];

/** One parameter of an operation: its valid values and its texts in a form. */
export interface Field<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  readonly title: string;
  /** One sentence that describes the parameter. */
  readonly help: string;
  readonly group: FieldGroup;
  /** Value used if the field is absent; not written to the request. */
  readonly default?: z.output<S>;
  readonly required?: true;
  readonly unit?: string;
  /** Values in common use if the document leaves them open: suggested, but others are valid, too. */
  readonly known?: readonly string[];
  /** Values of other fields with which this one has an effect; forms show it with these only. Absent: always. */
  readonly onlyWith?: Readonly<Record<string, readonly (string | boolean)[]>>;
  /** Name of the field that takes several of the same values; forms show that one only. */
  readonly plural?: string;
  /** Other wire names of the field (4.1, 4.3). */
  readonly aliases?: readonly string[];
  /** The document section that defines the field. */
  readonly section: string;
}

/** The fields of an operation by wire name. */
export type Fields = Readonly<Record<string, Field>>;

/** Values of the fields; each is absent or of its schema's type. */
export type Values<F extends Fields> = { readonly [K in keyof F]?: z.output<F[K]['schema']> };

/** A field that every request must have. */
export interface RequiredField<S extends z.ZodType = z.ZodType> extends Field<S> {
  readonly required: true;
}

/** Values of a validated request: as `Values`, with all required fields. */
export type CheckedValues<F extends Fields> = Values<F> & {
  readonly [K in keyof F as F[K] extends RequiredField ? K : never]: z.output<F[K]['schema']>;
};

/** Defines a field; checks at compile time that `default` fits `schema`. */
export function field<S extends z.ZodType>(definition: RequiredField<S>): RequiredField<S>;
export function field<S extends z.ZodType>(definition: Field<S>): Field<S>;
export function field<S extends z.ZodType>(definition: Field<S>): Field<S> {
  return definition;
}

import { z } from 'zod';
import { messageSchema } from '../../api/messages/message-schema.ts';
import { FIELD_GROUPS } from '../../api/fields/field.ts';
import { OPERATION_NAMES } from '../../api/operations.ts';

/** Form control of a parameter; `json`: a structured value, typed as JSON. */
const fieldControl = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), options: z.array(z.union([z.string(), z.number()])) }),
  z.object({ kind: z.literal('flag') }),
  /** Absolute limits; null: none. Rules across fields may be stricter. */
  z.object({ kind: z.literal('number'), min: z.number().nullable(), max: z.number().nullable(), whole: z.boolean() }),
  z.object({ kind: z.literal('text'), longest: z.int().nullable() }),
  /** Several of the given options, or free text items. */
  z.object({ kind: z.literal('list'), options: z.array(z.string()).nullable() }),
  /** An image on this computer, or its URL or token. */
  z.object({ kind: z.literal('picture'), longestAddress: z.int() }),
  /** A texture prompt: text, an image, or four images from the front, left, back and right. */
  z.object({ kind: z.literal('look'), longest: z.int(), longestAddress: z.int() }),
  z.object({ kind: z.literal('json') }),
]);

/** Form control of a parameter. */
export type FieldControl = Readonly<z.infer<typeof fieldControl>>;

/** One parameter of an operation, as shown in a form. */
const fieldForm = z.object({
  /** Wire name. */
  name: z.string(),
  title: z.string(),
  help: z.string(),
  group: z.enum(FIELD_GROUPS),
  unit: z.string().nullable(),
  required: z.boolean(),
  /** Default value, as JSON; null: not documented. */
  default: z.unknown(),
  /** Suggested values; others are valid, too. */
  known: z.array(z.string()),
  /** Values of other fields with which it has an effect; empty: always. */
  onlyWith: z.array(z.object({ field: z.string(), values: z.array(z.union([z.string(), z.boolean()])) })),
  /** The field that takes several of the same values and replaces this one in forms; null: none. */
  plural: z.string().nullable(),
  control: fieldControl,
});

/** One parameter of an operation, as shown in a form. */
export type FieldForm = Readonly<z.infer<typeof fieldForm>>;

/** One operation with all its parameters, except for the source, which comes from the job. */
export const operationForm = z.object({
  name: z.enum(OPERATION_NAMES),
  title: z.string(),
  help: z.string(),
  /** Request path, such as `/v3/mesh/decimate`. */
  path: z.string(),
  fields: z.array(fieldForm),
});

/** One operation with all its parameters. */
export type OperationForm = Readonly<z.infer<typeof operationForm>>;

/** A change of one parameter that makes a request valid, verified by main. */
const suggestedFix = z.object({
  field: z.string(),
  /** Wire value; null: remove the parameter. */
  value: z.unknown(),
  /** New price of the operation; null: unchanged or unknown. */
  price: z.string().nullable(),
});

/** A change of one parameter that makes a request valid. */
export type SuggestedFix = Readonly<z.infer<typeof suggestedFix>>;

/** An issue of a parameter, or of the whole request if `field` is empty. */
export const fieldIssue = z.object({
  field: z.string(),
  /** English text, as sent on the wire. */
  message: z.string(),
  /** The same as a translatable message; absent for schema errors. */
  detail: messageSchema.optional(),
  /** Absent: not searched for. */
  ways: z.array(suggestedFix).readonly().optional(),
});

/** An issue of a parameter. */
export type FieldIssue = Readonly<z.infer<typeof fieldIssue>>;

/** An option that would be rejected in combination with the other parameters. */
export const unavailableChoice = z.object({
  field: z.string(),
  /** Wire value. */
  value: z.union([z.string(), z.number(), z.boolean()]),
  /** The reason, and its parameter. */
  issue: fieldIssue.omit({ ways: true }),
  /** Changes of another parameter, each of which makes it valid. */
  ways: z.array(suggestedFix).readonly(),
});

/** An option that would be rejected in combination with the other parameters. */
export type UnavailableChoice = Readonly<z.infer<typeof unavailableChoice>>;

/** Valid range of a number in combination with the other parameters, inclusive. */
export const fieldRange = z.object({ field: z.string(), min: z.number(), max: z.number() });

/** Valid range of a number in combination with the other parameters. */
export type FieldRange = Readonly<z.infer<typeof fieldRange>>;

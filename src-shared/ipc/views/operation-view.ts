import { z } from 'zod';
import { messageSchema } from '../../api/messages/message.ts';
import { FIELD_GROUPS } from '../../api/fields/field.ts';
import { OPERATION_NAMES } from '../../api/operations.ts';

/** How a value is set in a form; `json`: anything with a shape of its own, typed as JSON. */
const fieldControl = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), options: z.array(z.union([z.string(), z.number()])) }),
  z.object({ kind: z.literal('flag') }),
  /** Bounds that hold whatever else is set; null: none of that kind. Rules across fields may be narrower. */
  z.object({ kind: z.literal('number'), min: z.number().nullable(), max: z.number().nullable(), whole: z.boolean() }),
  z.object({ kind: z.literal('text'), longest: z.int().nullable() }),
  /** Several of some words, or words of one's own. */
  z.object({ kind: z.literal('list'), options: z.array(z.string()).nullable() }),
  /** An image of this computer, or one by its address or token. */
  z.object({ kind: z.literal('picture'), longestAddress: z.int() }),
  /** What a texture follows: words, an image, or four images from the front, left, back and right. */
  z.object({ kind: z.literal('look'), longest: z.int(), longestAddress: z.int() }),
  z.object({ kind: z.literal('json') }),
]);

/** How a value is set in a form. */
export type FieldControl = Readonly<z.infer<typeof fieldControl>>;

/** One parameter of an operation, as a form shows it. */
const fieldForm = z.object({
  /** On the wire. */
  name: z.string(),
  title: z.string(),
  help: z.string(),
  group: z.enum(FIELD_GROUPS),
  unit: z.string().nullable(),
  required: z.boolean(),
  /** What applies when it is left out, as JSON; null: nothing is said. */
  default: z.unknown(),
  /** Words in use, of which or beside which one may be given. */
  known: z.array(z.string()),
  control: fieldControl,
});

/** One parameter of an operation, as a form shows it. */
export type FieldForm = Readonly<z.infer<typeof fieldForm>>;

/** One operation with all that can be set, without its source, which the job brings. */
export const operationForm = z.object({
  name: z.enum(OPERATION_NAMES),
  title: z.string(),
  help: z.string(),
  /** Below `/v3`'s host, such as `/v3/mesh/decimate`. */
  path: z.string(),
  fields: z.array(fieldForm),
});

/** One operation with all that can be set. */
export type OperationForm = Readonly<z.infer<typeof operationForm>>;

/** One change of one parameter that makes a request right, as main tried it. */
const suggestedFix = z.object({
  field: z.string(),
  /** On the wire; null: leave it out. */
  value: z.unknown(),
  /** What the operation costs then; null: the same as before, or not known. */
  price: z.string().nullable(),
});

/** One change of one parameter that makes a request right. */
export type SuggestedFix = Readonly<z.infer<typeof suggestedFix>>;

/** What is wrong with a parameter, or with the whole request where `field` is empty. */
export const fieldIssue = z.object({
  field: z.string(),
  /** In English, as the wire has it. */
  message: z.string(),
  /** The same to be translated; absent for what a schema says. */
  detail: messageSchema.optional(),
  /** Absent: nobody looked for one. */
  ways: z.array(suggestedFix).readonly().optional(),
});

/** What is wrong with a parameter. */
export type FieldIssue = Readonly<z.infer<typeof fieldIssue>>;

/** An option of a choice or the other side of a switch that would be refused as everything else is set now. */
export const unavailableChoice = z.object({
  field: z.string(),
  /** On the wire. */
  value: z.union([z.string(), z.number(), z.boolean()]),
  /** Why, and of which parameter. */
  issue: fieldIssue.omit({ ways: true }),
  /** One change of another parameter each that makes it right. */
  ways: z.array(suggestedFix).readonly(),
});

/** An option that would be refused as everything else is set now. */
export type UnavailableChoice = Readonly<z.infer<typeof unavailableChoice>>;

/** The least and most that a number may be as everything else is set now, both included. */
export const fieldRange = z.object({ field: z.string(), min: z.number(), max: z.number() });

/** The least and most that a number may be as everything else is set now. */
export type FieldRange = Readonly<z.infer<typeof fieldRange>>;

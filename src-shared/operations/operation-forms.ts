import { z } from 'zod';
import { FIELD_GROUPS, type Field } from '../api/fields/field.ts';
import { fileInput } from '../api/fields/file-input.ts';
import type { Operation } from '../api/operation.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../api/operations.ts';
import { MAX_TEXTURE_PROMPT_LENGTH, texturePrompt } from '../api/fields/texture-prompt.ts';
import type { FieldControl, FieldForm, OperationForm } from '../ipc/views/operation-view.ts';

/** Maximum length of a file URL (RFC 9110 requires at least 8,000 octets). */
const LONGEST_ADDRESS = 8_192;

/** Returns the forms of all operations, in document order. Computed on every call; the result never changes. */
export function toOperationForms(): OperationForm[] {
  return OPERATION_NAMES.map(toOperationForm);
}

/** Returns the form of an operation: its fields in the order of their groups, without those set by the job. */
export function toOperationForm(name: OperationName): OperationForm {
  const { title, help, path, fields, source }: Operation = OPERATIONS[name];
  // Operations without a file source process a prompt, which is the job's source.
  const own = Object.entries(fields).filter(([field]) => field !== 'prompt' || source.kind !== 'none');
  const forms = own.map(([field, definition]) => toFieldForm(field, definition));
  const inGroups = FIELD_GROUPS.flatMap((group) => forms.filter((form) => form.group === group));
  return { name, title, help, path, fields: inGroups };
}

function toFieldForm(name: string, definition: Field): FieldForm {
  const { schema, title, help, group, unit, required, known, onlyWith = {}, plural, default: usual } = definition;
  return {
    name,
    title,
    help,
    group,
    unit: unit ?? null,
    required: required === true,
    default: usual ?? null,
    known: [...(known ?? [])],
    onlyWith: Object.entries(onlyWith).map(([field, values]) => ({ field, values: [...values] })),
    plural: plural ?? null,
    control: toControl(schema),
  };
}

/** The part of JSON Schema (2020-12) that determines a control. */
interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly maxLength?: number;
  readonly items?: Shape;
}

/** Returns the form control of a schema, derived from its JSON Schema. */
export function toControl(schema: z.ZodType): FieldControl {
  if (schema === fileInput) return { kind: 'picture', longestAddress: LONGEST_ADDRESS };
  if (schema === texturePrompt)
    return { kind: 'look', longest: MAX_TEXTURE_PROMPT_LENGTH, longestAddress: LONGEST_ADDRESS };
  return fromShape(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Shape);
}

function fromShape(shape: Shape): FieldControl {
  if (shape.enum) return { kind: 'choice', options: shape.enum.filter(isOption) };
  switch (shape.type) {
    case 'boolean':
      return { kind: 'flag' };
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        min: toBound(shape.minimum ?? shape.exclusiveMinimum),
        max: toBound(shape.maximum ?? shape.exclusiveMaximum),
        whole: shape.type === 'integer',
      };
    case 'string':
      return { kind: 'text', longest: shape.maxLength ?? null };
    case 'array':
      return fromItems(shape.items);
    default:
      return { kind: 'json' };
  }
}

function fromItems(items: Shape | undefined): FieldControl {
  if (items?.type !== 'string') return { kind: 'json' };
  const words = items.enum?.filter((option) => typeof option === 'string');
  return { kind: 'list', options: words ?? null };
}

/** An unbounded integer in JSON Schema has the limits of a double. */
function toBound(bound: number | undefined): number | null {
  return bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? null : bound;
}

function isOption(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

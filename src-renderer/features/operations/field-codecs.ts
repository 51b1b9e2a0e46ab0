import type { FieldControl, FieldForm } from '../../../src-shared/ipc/views/operation-view.ts';
import { parseDecimal } from '../../app/language/parse-decimal.ts';

/**
 * Converts a field's value to and from text. Invalid text stays a string, which validation rejects, so that nothing
 * unintended is sent. Empty text is no value.
 */
export interface FieldCodec {
  show(value: unknown): string;
  read(text: string): unknown;
}

/** Returns the codec of a field. */
export function codecOf({ name, control }: Pick<FieldForm, 'name' | 'control'>): FieldCodec {
  if (name === 'prompts') return VIEW_EDITS;
  return CODECS[control.kind];
}

const JSON_CODEC: FieldCodec = {
  show: (value) => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)),
  read: (text) => (text.trim() === '' ? undefined : parseJson(text)),
};

const TEXT: FieldCodec = {
  show: (value) => (typeof value === 'string' ? value : JSON_CODEC.show(value)),
  read: (text) => (text === '' ? undefined : text),
};

const CODECS: Readonly<Record<FieldControl['kind'], FieldCodec>> = {
  choice: TEXT,
  flag: JSON_CODEC,
  text: TEXT,
  picture: TEXT,
  look: JSON_CODEC,
  json: JSON_CODEC,
  number: {
    show: (value) => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)),
    read: (text) => (text.trim() === '' ? undefined : readNumber(text)),
  },
  list: {
    show: (value) => (Array.isArray(value) ? value.join('\n') : JSON_CODEC.show(value)),
    read: (text) => {
      const lines = toLines(text);
      return lines.length === 0 ? undefined : lines;
    },
  },
};

/** View edits, one per line: `front: more moss`. */
const VIEW_EDITS: FieldCodec = {
  show: (value) => {
    const isEdits =
      Array.isArray(value) && value.every((edit) => typeof (edit as { view?: unknown }).view === 'string');
    if (!isEdits) return JSON_CODEC.show(value);
    return (value as { view: string; prompt: string }[]).map(({ view, prompt }) => `${view}: ${prompt}`).join('\n');
  },
  read: (text) => {
    const lines = toLines(text);
    if (lines.length === 0) return undefined;
    const edits = lines.map((line) => /^(\w+)\s*[:：]\s*(\S.*)$/.exec(line));
    if (edits.some((edit) => edit === null)) return parseJson(text);
    return edits.map((edit) => ({ view: edit?.[1]?.toLowerCase(), prompt: edit?.[2] }));
  },
};

function readNumber(text: string): number | string {
  const value = Number(parseDecimal(text) ?? NaN);
  return Number.isFinite(value) ? value : text;
}

function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

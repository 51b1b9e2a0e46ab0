import type { MessageValue } from './message-value.ts';

/**
 * The parameters of an ICU template, read by the compiler: `'{count, plural, one {# file} other {# files}} of {name}'` takes
 * `{count: number, name: MessageValue}`. A `number`, `plural` or `selectordinal` takes a number, a `select` a string, and a
 * plain place anything.
 */
export type TemplateParams<Template extends string> = { readonly [Name in keyof Scan<Template>]: Scan<Template>[Name] };

/** Reads a text up to the next place; `Levels` holds what the scan is inside of, the innermost first. */
type Scan<
  Text extends string,
  Levels extends readonly Level[] = [],
  Found = unknown,
> = Text extends `${infer Head}{${infer Tail}`
  ? Head extends `${string}}${string}`
    ? Leave<Text, Levels, Found>
    : Levels extends readonly ['choices', ...Level[]]
      ? Scan<Tail, ['text', ...Levels], Found>
      : Place<Tail, Levels, Found>
  : Text extends `${string}}${string}`
    ? Leave<Text, Levels, Found>
    : Found;

type Level = 'choices' | 'text';

type Leave<Text extends string, Levels extends readonly Level[], Found> = Text extends `${string}}${infer Tail}`
  ? Levels extends readonly [Level, ...infer Outer extends Level[]]
    ? Scan<Tail, Outer, Found>
    : Scan<Tail, [], Found>
  : Found;

/** Reads a place, from behind its opening brace. */
type Place<Text extends string, Levels extends readonly Level[], Found> = Text extends `${infer Head}}${infer Tail}`
  ? Head extends `${infer Name}, ${infer Kind}, ${string}`
    ? Text extends `${Name}, ${Kind}, ${infer Choices}`
      ? Scan<
          Choices,
          ['choices', ...Levels],
          Found & { readonly [Key in Name]: Kind extends 'select' ? string : number }
        >
      : never
    : Head extends `${infer Name}, ${string}`
      ? Scan<Tail, Levels, Found & { readonly [Key in Name]: number }>
      : Scan<Tail, Levels, Found & { readonly [Key in Head]: MessageValue }>
  : Found;

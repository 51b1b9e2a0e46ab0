import type { MessageValue } from './message-value.ts';

/**
 * Parameters of an ICU template, parsed at compile time: `'{count, plural, one {# file} other {# files}} of {name}'`
 * requires `{count: number, name: MessageValue}`. `number`, `plural` and `selectordinal` require a number, `select` a
 * string, and `number, credits` an amount as a decimal string; a plain placeholder accepts any value.
 */
export type TemplateParams<Template extends string> = { readonly [Name in keyof Scan<Template>]: Scan<Template>[Name] };

/** Parses text up to the next placeholder; `Levels` is the stack of enclosing constructs, innermost first. */
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

/** Parses a placeholder after its opening brace. */
type Place<Text extends string, Levels extends readonly Level[], Found> = Text extends `${infer Head}}${infer Tail}`
  ? Head extends `${infer Name}, ${infer Kind}, ${string}`
    ? Text extends `${Name}, ${Kind}, ${infer Choices}`
      ? Scan<
          Choices,
          ['choices', ...Levels],
          Found & {
            readonly [Key in Name]: Kind extends 'select'
              ? string
              : Choices extends `credits}${string}`
                ? string
                : number;
          }
        >
      : never
    : Head extends `${infer Name}, ${string}`
      ? Scan<Tail, Levels, Found & { readonly [Key in Name]: number }>
      : Scan<Tail, Levels, Found & { readonly [Key in Head]: MessageValue }>
  : Found;

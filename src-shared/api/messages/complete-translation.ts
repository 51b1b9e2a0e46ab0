import type { TemplateParams } from './template-params.ts';

type Templates = Readonly<Record<string, string>>;

/** Message ids that a translation lacks, or whose parameters differ from the original. */
type Faults<Original extends Templates, Translation extends Templates> = {
  readonly [Id in keyof Original]: Id extends keyof Translation
    ? Equal<keyof TemplateParams<Original[Id]>, keyof TemplateParams<Translation[Id]>> extends true
      ? never
      : Id
    : Id;
}[keyof Original];

type Equal<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

/**
 * Type of a complete translation of a catalogue; otherwise a type whose name lists the faults in the compiler error.
 */
export type CompleteTranslation<Original extends Templates, Translation extends Templates> = [
  Faults<Original, Translation>,
] extends [never]
  ? Translation
  : { readonly untranslated: Faults<Original, Translation> };

import type { TemplateParams } from './template-params.ts';

type Templates = Readonly<Record<string, string>>;

/** The ids that a translation does not have, or whose parameters it names otherwise than the original. */
type Faults<Original extends Templates, Translation extends Templates> = {
  readonly [Id in keyof Original]: Id extends keyof Translation
    ? Equal<keyof TemplateParams<Original[Id]>, keyof TemplateParams<Translation[Id]>> extends true
      ? never
      : Id
    : Id;
}[keyof Original];

type Equal<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

/** The translation of a catalogue; where it is not complete, a type whose name for the faults the compiler shows. */
export type CompleteTranslation<Original extends Templates, Translation extends Templates> = [
  Faults<Original, Translation>,
] extends [never]
  ? Translation
  : { readonly untranslated: Faults<Original, Translation> };

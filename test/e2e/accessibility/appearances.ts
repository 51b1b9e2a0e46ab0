/** In CSS pixels; the last two are 1440 × 900 at 200 % and 1280 × 1024 at 400 %. */
const SIZES = [
  { width: 320, height: 800 },
  { width: 375, height: 800 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 720, height: 450 },
  { width: 320, height: 256 },
] as const;
const THEMES = [
  { colorScheme: 'light', contrast: 'no-preference' },
  { colorScheme: 'dark', contrast: 'no-preference' },
  { colorScheme: 'light', contrast: 'more' },
  { colorScheme: 'dark', contrast: 'more' },
] as const;
const LANGUAGES = ['en-US', 'zh-CN'] as const;

/** How the page is shown. */
export interface Appearance {
  readonly size: (typeof SIZES)[number];
  readonly theme: (typeof THEMES)[number];
  readonly language: (typeof LANGUAGES)[number];
}

/** The appearance in which surfaces are opened. */
export const FIRST: Appearance = { size: SIZES[4], theme: THEMES[1], language: LANGUAGES[0] };

/** The same at 400 %. */
export const ZOOMED: Appearance = { ...FIRST, size: SIZES[6] };

/** Every combination of size, theme and language. */
export const APPEARANCES: readonly Appearance[] = SIZES.flatMap((size) =>
  THEMES.flatMap((theme) => LANGUAGES.map((language) => ({ size, theme, language }))),
);

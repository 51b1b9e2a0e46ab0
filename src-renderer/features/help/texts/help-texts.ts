/** Texts of the explanation of a field. */
export const HELP_TEXTS = {
  title: 'What is this?',
  guide: (section: string) => `User guide: ${section}`,
} as const;

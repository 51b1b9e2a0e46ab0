/**
 * True if what a service charges is test credits: this computer charges nothing else, and only in rehearsal mode. Every
 * amount that is shown derives its label from this.
 */
export function usesTestCredits(kind: 'local' | 'cloud', free: boolean): boolean {
  return kind === 'local' && !free;
}

/** The name of credits in English text outside the window: `credits`, or `test credits` of a rehearsal. */
export function creditsName(test: boolean | undefined): string {
  return test ? 'test credits' : 'credits';
}

/** True if a text of the window or the command line says that its amounts are test credits. */
export function namesTestCredits(words: string): boolean {
  return /\(test\)|test credits/.test(words);
}

/** Called as work moves: done share 0 to 1, never decreasing, with a short stage word such as `mask` or `texture`. */
export type ReportProgress = (share: number, stage: string) => void;

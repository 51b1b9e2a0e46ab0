/**
 * Called as work progresses: share done 0 to 1, never decreasing, with a short stage word such as `mask` or `texture`.
 */
export type ReportProgress = (share: number, stage: string) => void;

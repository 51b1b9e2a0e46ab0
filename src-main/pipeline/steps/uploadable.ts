import type { ClaimMark, SourceFile } from '../job-record.ts';

/** A file as far as its upload needs it. */
export interface Uploadable extends Pick<SourceFile, 'name' | 'path' | 'token'> {
  /** What it was when it was taken in, and has to be; absent: whatever it is. */
  readonly taken?: Pick<ClaimMark, 'sha256'>;
}

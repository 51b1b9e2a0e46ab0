import type { ClaimMark, SourceFile } from '../job-record.ts';

/** A file as far as its upload needs it. */
export interface Uploadable extends Pick<SourceFile, 'name' | 'path' | 'token'> {
  /** Required identity of the file; absent: any. */
  readonly taken?: Pick<ClaimMark, 'sha256'>;
}

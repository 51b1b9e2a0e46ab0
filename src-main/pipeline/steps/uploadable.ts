import type { ClaimMark, SourceFile } from '../job-record.ts';

/** The properties of a file that an upload needs. */
export interface Uploadable extends Pick<SourceFile, 'name' | 'path' | 'token'> {
  /** Required identity of the file; absent: any. */
  readonly taken?: Pick<ClaimMark, 'sha256'>;
}

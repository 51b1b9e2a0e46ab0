import type { UpdateDownload } from '../../../src-shared/settings/update-settings.ts';
import { localizedError } from '../../app/language/error-text.ts';
import { formatBytes } from '../../app/language/format.ts';
import { joinSentences } from '../../app/language/labels.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** The download of a version in one line; empty if none has begun. */
export function describeDownload(version: string, { status, bytes, totalBytes, error }: UpdateDownload): string {
  const T = TEXTS.updates;
  if (status === 'downloading') return T.downloading(version, formatBytes(bytes), formatBytes(totalBytes));
  if (status === 'ready') return T.ready(version);
  if (status !== 'failed' || error === null) return '';
  const { happened, next } = localizedError(error);
  return joinSentences([happened, next]);
}

import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Reply } from '../../../src-shared/ipc/page-bridge.ts';
import { TEXTS } from '../language/texts.ts';
import { loopbackSession } from './loopback-session.ts';
import { relativeNameOf } from './relative-name.ts';

const UPLOADS_AT_ONCE = 4;
/** Limits of one request. Larger ones are hardly faster. */
const MAX_FILES = 32;
const MAX_BYTES = 16 * 1024 * 1024;
/** The server accepts headers of 16 KiB. */
const MAX_ENCODED_NAMES = 8_000;

/** Uploads files to the server of the page. Returns the id or the error of each, in their order. */
export async function uploadFiles(files: readonly File[]): Promise<Reply<string>[]> {
  const groups = groupUploads(files.map((file) => ({ file, name: encodeURIComponent(relativeNameOf(file)) })));
  const replies: Reply<string>[][] = groups.map(() => []);
  const queue = groups.entries();
  const worker = async (): Promise<void> => {
    for (const [index, group] of queue) replies[index] = await uploadGroup(group);
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, worker));
  return replies.flat();
}

interface NamedFile {
  readonly file: Pick<File, 'size'>;
  /** URL-encoded. */
  readonly name: string;
}

/** Groups files that are sent in one request each, in their order, so that all uploads at once have some to send. */
export function groupUploads<F extends NamedFile>(files: readonly F[]): F[][] {
  const most = Math.min(MAX_FILES, Math.ceil(files.length / UPLOADS_AT_ONCE));
  const groups: F[][] = [];
  let [bytes, letters] = [0, 0];
  for (const file of files) {
    bytes += file.file.size;
    letters += file.name.length + 1;
    const group = groups.at(-1);
    if (group && group.length < most && bytes <= MAX_BYTES && letters <= MAX_ENCODED_NAMES) group.push(file);
    else {
      groups.push([file]);
      [bytes, letters] = [file.file.size, file.name.length + 1];
    }
  }
  return groups;
}

async function uploadGroup(group: readonly (NamedFile & { readonly file: File })[]): Promise<Reply<string>[]> {
  try {
    const response = await fetch('/upload', {
      method: 'POST',
      headers: {
        'x-dropforge-token': await loopbackSession.token(),
        'content-type': 'application/octet-stream',
        'x-file-names': group.map(({ name }) => name).join(','),
        'x-file-bytes': group.map(({ file }) => file.size).join(','),
      },
      body: new Blob(group.map(({ file }) => file)),
    });
    if (response.ok) return (await response.json()) as Reply<string>[];
    return group.map(({ file }) => unreadable(file, TEXTS.status.uploadAnswered(response.status)));
  } catch (thrown) {
    // A file that cannot be read fails the whole request.
    if (group.length > 1) return (await Promise.all(group.map((file) => uploadGroup([file])))).flat();
    return group.map(({ file }) => unreadable(file, thrown instanceof Error ? `${thrown.message}.` : ''));
  }
}

function unreadable(file: File, detail: string): { readonly ok: false; readonly error: ErrorInfo } {
  const error = { code: 'file_unreadable', subject: relativeNameOf(file), detail, retryable: true, requestId: null };
  return { ok: false, error: error as ErrorInfo };
}

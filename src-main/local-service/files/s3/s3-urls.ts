import { isOutputName } from '../output-store.ts';
import { toCredential } from '../upload-credential.ts';
import { isSameText } from '../url-signer.ts';
import type { FileUrls, OutputName, UrlWindow } from '../file-urls.ts';
import type { S3Client } from './s3-client.ts';
import { parseMoment } from './sigv4.ts';

/** Prefixes of keys. */
export interface S3Prefixes {
  readonly uploads: string;
  readonly outputs: string;
}

/** Presigned URLs of the storage itself; `now` is epoch ms. */
export function createS3Urls(client: S3Client, { uploads, outputs }: S3Prefixes, now: () => number): FileUrls {
  const seconds = () => Math.floor(now() / 1000);
  const outputsUrl = client.baseUrl + outputs;
  const signUpload = (token: string, lifetimeSeconds: number) =>
    client.presign('PUT', uploads + token, seconds(), lifetimeSeconds);
  const signOutput = ({ taskId, fileName }: OutputName, { from, until }: UrlWindow) =>
    client.presign('GET', `${outputs}${taskId}/${fileName}`, from, until - from);

  return {
    signUpload,
    signOutput,
    // A signed header would be valid for 15 minutes only.
    signCredential(fileToken, lifetimeSeconds) {
      const url = signUpload(fileToken, lifetimeSeconds);
      return { token: toCredential(url), url, headers: {} };
    },
    parseOutput(url) {
      if (!url.href.startsWith(outputsUrl)) return null;
      const [taskId = '', fileName = ''] = url.href.slice(outputsUrl.length).split(/[/?]/);
      const from = parseMoment(url.searchParams.get('X-Amz-Date') ?? '');
      const until = (from ?? 0) + Number(url.searchParams.get('X-Amz-Expires'));
      if (from === null || !isOutputName(taskId, fileName) || !(until > seconds())) return 'invalid';
      const expected = signOutput({ taskId, fileName }, { from, until });
      return isSameText(url.href, expected) ? { taskId, fileName } : 'invalid';
    },
  };
}

import { toCredential } from './upload-credential.ts';
import type { FileUrls } from './file-urls.ts';
import type { UrlSigner } from './url-signer.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';

/** Path of an upload by its token; its endpoint is in upload-route.ts. */
export function uploadPath(token: string): string {
  return `/uploads/${token}`;
}

/** Path of an output file; its endpoint is in output-route.ts. */
export function outputPath(taskId: string, fileName: string): string {
  return `/outputs/${taskId}/${fileName}`;
}

/** Signed URLs that this service answers itself; `now` is epoch ms. */
export function createFolderUrls(signer: UrlSigner, baseUrl: () => string, now: () => number): FileUrls {
  const signPut = (token: string, lifetimeSeconds: number) =>
    signer.sign('PUT', uploadPath(token), lifetimeSeconds, LIMITS.uploadBytesAccepted);
  return {
    signUpload: (token, lifetimeSeconds) => baseUrl() + signPut(token, lifetimeSeconds),
    signCredential(fileToken, lifetimeSeconds) {
      const token = toCredential(signPut(fileToken, lifetimeSeconds));
      return { token, url: baseUrl() + uploadPath(fileToken), headers: { authorization: `Bearer ${token}` } };
    },
    signOutput({ taskId, fileName }, { until }) {
      const lifetimeSeconds = until - Math.floor(now() / 1000);
      return baseUrl() + signer.sign('GET', outputPath(taskId, fileName), lifetimeSeconds, 0);
    },
    parseOutput(url) {
      if (url.origin !== baseUrl()) return null;
      const [, , taskId = '', fileName = ''] = url.pathname.split('/');
      const path = outputPath(taskId, fileName);
      const isSigned =
        path === url.pathname && signer.check('GET', path, Object.fromEntries(url.searchParams)) === 'valid';
      return isSigned ? { taskId, fileName } : 'invalid';
    },
  };
}

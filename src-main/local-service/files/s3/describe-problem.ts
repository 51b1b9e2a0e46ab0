import type { S3Config } from './s3-config.ts';
import { isCertificateCode, type StorageProblem } from './storage-error.ts';

/** Why the storage cannot be used and what to change, for the person who wrote the configuration. */
export function describeProblem(
  problem: StorageProblem,
  { endpoint, bucket }: Pick<S3Config, 'endpoint' | 'bucket'>,
): string {
  const { status, code, reason } = problem;
  if (status === null && isCertificateCode(code)) {
    return `The certificate of ${endpoint} is not trusted (${code}). Set storage.caFile to the certificate of its authority.`;
  }
  if (status === null) {
    return `The object storage ${endpoint} cannot be reached (${code}). Check storage.endpoint and the network.`;
  }
  switch (code) {
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return `The object storage ${endpoint} rejected the key (${code}). Check its id and secret in storage.credentialsFile, or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
    case 'AccessDenied':
      return `The key has no access to the bucket ${bucket}. Allow it to list the bucket and to read, write and delete its objects.`;
    case 'NoSuchBucket':
      return `The bucket ${bucket} does not exist at ${endpoint}. Create it, or correct storage.bucket.`;
    case 'RequestTimeTooSkewed':
      return `The clocks of this computer and of ${endpoint} differ by more than 15 minutes. Correct this computer’s clock.`;
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
      return `The bucket ${bucket} is in another region than storage.region (${code}). Correct the region or the endpoint.`;
    default:
      return `The object storage ${endpoint} responded with ${status} ${code}. ${reason} Check the configuration of the storage.`;
  }
}

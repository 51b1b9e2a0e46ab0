import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';
import { isOrigin } from '../../../base/network/is-origin.ts';
import { StartupError } from '../../../base/startup-error.ts';

/** Signed URLs last at most a week (AWS Signature Version 4). */
export const MAX_SIGNED_SECONDS = 604_800;

/** The storage of the configuration: any S3-compatible one. Paths are relative to the configuration file. */
export const s3Config = z.strictObject({
  /** Address, such as `https://s3.example.org`. */
  endpoint: z.string().refine(isOrigin, 'must be a URL such as https://s3.example.org, without a path'),
  region: z.string().min(1).default('us-east-1'),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  /** Beginning of all keys. */
  prefix: z
    .string()
    .regex(/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/, 'must be empty or end with /, such as dropforge/')
    .default(''),
  /** True: the bucket is in the path of URLs. False: it is in their host name. */
  pathStyle: z.boolean().default(true),
  /** Certificate of the authority that signed the storage’s; absent: the authorities of Node. */
  caFile: z.string().min(1).optional(),
  /** JSON file with the key; absent: the environment has it. */
  credentialsFile: z.string().min(1).optional(),
});

/** The storage of the configuration. */
export type S3Config = Readonly<z.output<typeof s3Config>>;

/** A key of the storage. */
export type S3Credentials = Readonly<z.output<typeof credentials>>;

const credentials = z.strictObject({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) });

/**
 * The key of the storage: from its file, or from the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. These are
 * removed from `environment`, because engine processes inherit it. Throws a StartupError.
 */
export async function readS3Credentials(
  { credentialsFile: file }: Pick<S3Config, 'credentialsFile'>,
  environment: NodeJS.ProcessEnv,
): Promise<S3Credentials> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  delete environment['AWS_ACCESS_KEY_ID'];
  delete environment['AWS_SECRET_ACCESS_KEY'];
  if (file === undefined) {
    const parsed = credentials.safeParse({ accessKeyId, secretAccessKey });
    if (parsed.success) return parsed.data;
    throw new StartupError(
      'The object storage needs a key. Set storage.credentialsFile, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.',
    );
  }
  const parsed = credentials.safeParse(parseJson(await readText(file, 'storage.credentialsFile')));
  if (parsed.success) return parsed.data;
  throw new StartupError(`storage.credentialsFile: ${file} must be JSON with accessKeyId and secretAccessKey.`);
}

/** The certificate of the storage’s authority; undefined if there is none. Throws a StartupError. */
export async function readCertificate({ caFile }: Pick<S3Config, 'caFile'>): Promise<string | undefined> {
  return caFile === undefined ? undefined : readText(caFile, 'storage.caFile');
}

function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

async function readText(file: string, key: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartupError(`${key}: ${file} cannot be read: ${(error as Error).message}.`);
  }
}

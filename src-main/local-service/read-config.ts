import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { wireCredits } from '../../src-shared/api/credits.ts';
import { StartRefusal } from './start-refusal.ts';

const schema = z.strictObject({
  /** Port on loopback; 0 or absent: any that is free. */
  port: z.int().min(0).max(65_535).default(0),
  /** Folder that holds everything the service keeps; a relative one is taken from the file's own folder. */
  dataDir: z.string().min(1).default('dropforge-service'),
  /** The deployment whose rules apply. */
  region: z.enum(['international', 'china']).default('international'),
  /** What the one account may use beyond the ordinary. */
  entitlements: z
    .strictObject({
      /** Highest priority allowed. */
      priority: z.int().min(1).max(3).default(1),
      checkPrintable: z.boolean().default(false),
      vxc: z.boolean().default(false),
    })
    .prefault({}),
  /** Credits this folder has been granted in all; absent: everything is free. */
  credits: wireCredits.refine((credits) => credits >= 0, 'must not be negative').optional(),
});

/** How one service is set up. */
export type ServiceConfig = Readonly<z.output<typeof schema>>;

/** Reads the JSON file that sets the service up; a StartRefusal names the file, the key and what is wrong. */
export async function readConfig(file: string): Promise<ServiceConfig> {
  const config = parseConfig(await readJson(file), file);
  return { ...config, dataDir: path.resolve(path.dirname(file), config.dataDir) };
}

/** Checks a configuration that was read from `origin`, the name errors give it. */
export function parseConfig(value: unknown, origin: string): ServiceConfig {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new StartRefusal(`${origin}: ${parsed.error.issues.map(describe).join(' ')}`);
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new StartRefusal(`The configuration ${file} cannot be read: ${(error as Error).message}.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartRefusal(`The configuration ${file} is not JSON: ${(error as Error).message}.`);
  }
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return `${issue.path.join('.') || 'The file'}: ${issue.message}.`;
  const known = Object.keys(schema.shape).join(', ');
  return `Unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}; the keys are ${known}.`;
}

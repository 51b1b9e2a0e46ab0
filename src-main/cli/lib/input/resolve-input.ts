import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { AppError, toErrorInfo, type ErrorInfo } from '../../../../src-shared/base/errors.ts';
import { isLink, isUnencryptedLink, linkTitle } from '../../../../src-shared/sources/links.ts';
import type { SourceFiles } from '../../../folders/source-files.ts';
import { collectSources, joinViews } from '../../../folders/collect-sources.ts';
import type { LinkFetcher } from '../../../links/link-fetcher.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';

/** Result for one input of the command line: its sources, and an error for each that failed. */
export interface ResolvedInput {
  /** Name in reports: an absolute path, or a link without its query. */
  readonly title: string;
  readonly sources: readonly SourceFiles[];
  readonly refused: readonly ErrorInfo[];
  readonly isLink: boolean;
}

/** The sources of all inputs. Files that are named one by one, as a shell does for `*.png`, become views as those of a folder do. */
export function listSources(inputs: readonly ResolvedInput[]): SourceFiles[] {
  const fetched = new Set(inputs.flatMap(({ isLink, sources }) => (isLink ? sources : [])));
  return joinViews(
    inputs.flatMap(({ sources }) => sources),
    (source) => !fetched.has(source),
  );
}

/** Finds the sources of a file, a folder or a link; `allowPrivateNetwork` allows links into the local network. */
export async function resolveInput(
  word: string,
  links: LinkFetcher,
  allowPrivateNetwork: boolean,
): Promise<ResolvedInput> {
  if (!isLink(word)) {
    return { title: path.resolve(word), ...(await collectSources([{ path: word }])), isLink: false };
  }
  const title = linkTitle(word);
  if (isUnencryptedLink(word)) process.stderr.write(`${maskControlCharacters(title)}: ${UNENCRYPTED}\n`);
  try {
    const fetched = await links.fetch(randomUUID(), word, allowPrivateNetwork);
    return { title, ...(await collectSources(fetched ? [fetched] : [])), isLink: true };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { title, sources: [], refused: [toErrorInfo(error)], isLink: true };
  }
}

const UNENCRYPTED = 'the link is http, so others on the network can read and change the download.';

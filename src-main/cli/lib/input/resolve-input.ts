import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { AppError, toErrorInfo, type ErrorInfo } from '../../../../src-shared/base/errors.ts';
import { isLink, isUnencryptedLink, linkTitle } from '../../../../src-shared/sources/links.ts';
import type { SourceFiles } from '../../../folders/source-files.ts';
import { collectSources } from '../../../folders/collect-sources.ts';
import type { LinkFetcher } from '../../../links/link-fetcher.ts';
import { maskControlCharacters } from '../output/mask-control-characters.ts';

/** What one word of the command line brought: sources, and a sentence for each that is none. */
export interface ResolvedInput {
  /** What a report calls it: an absolute path, or a link without its query. */
  readonly title: string;
  readonly sources: readonly SourceFiles[];
  readonly refused: readonly ErrorInfo[];
}

/** Takes in a file, a folder, or what a link leads to; `allowPrivateNetwork`: also one into this network. */
export async function resolveInput(
  word: string,
  links: LinkFetcher,
  allowPrivateNetwork: boolean,
): Promise<ResolvedInput> {
  if (!isLink(word)) return { title: path.resolve(word), ...(await collectSources([{ path: word }])) };
  const title = linkTitle(word);
  if (isUnencryptedLink(word)) process.stderr.write(`${maskControlCharacters(title)}: ${OPEN}\n`);
  try {
    const fetched = await links.fetch(randomUUID(), word, allowPrivateNetwork);
    return { title, ...(await collectSources(fetched ? [fetched] : [])) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { title, sources: [], refused: [toErrorInfo(error)] };
  }
}

const OPEN = 'the link is http, so that others on the way can read and change what it brings.';

import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { Reply } from '../../../src-shared/ipc/page-bridge.ts';
import { findLinks, parseUriList } from '../../../src-shared/sources/links.ts';
import { ask, bridge } from '../../app/bridge/bridge.ts';
import { focusPrompt } from './focus-prompt.ts';
import { readDataTransfer } from './dropped-files.ts';
import { linkFetches } from './link-fetches.svelte.ts';
import { valueOrNotify, notices } from '../../app/notices.svelte.ts';
import { planning } from './planning.svelte.ts';
import { recipes } from '../recipes/recipes.svelte.ts';
import { needsSheet, sheet } from './sheet.svelte.ts';
import { navigation } from '../../app/navigation.svelte.ts';

type Taken = Output<'sources:take'>;

/** How files come in: taken in by main, refusals said, then made jobs of; a recipe's file is brought in as a recipe. */
class Adding {
  /** Files main is reading now. */
  reading = $state(0);

  /** What stands in the field that describes a model. */
  typed = $state('');

  /** Opens the system's file dialog; set by the part that owns the file field. */
  choose: () => void = () => undefined;

  /** Files of a drop or paste; call it while the event is handled. */
  async takeTransfer(transfer: DataTransfer): Promise<void> {
    if (bridge.host === 'window') {
      // The preload turns each File into its path, folders too; main walks them.
      await this.takeFiles([...transfer.files]);
      return;
    }
    const { files, emptyFolders } = await readDataTransfer(transfer);
    notices.refuse(emptyFolders.map(emptyFolder));
    await this.takeFiles(files);
  }

  /**
   * Text of a paste: links are fetched at once, anything else comes into the field that describes a model, to be read
   * before it is sent. Answers whether there was any.
   */
  takeText(transfer: DataTransfer): boolean {
    const text = transfer.getData('text/plain').replace(/\s+/gu, ' ').trim();
    if (text === '') return false;
    const links = findLinks(text);
    if (links.length > 0) {
      void this.takeLinks(links);
      return true;
    }
    this.typed = text;
    void focusPrompt();
    return true;
  }

  /** Links of a drop. */
  takeDroppedLinks(transfer: DataTransfer): void {
    const links = parseUriList(transfer.getData('text/uri-list'));
    if (links.length > 0) void this.takeLinks(links);
  }

  /** Fetches links, and takes in what they bring. */
  async takeLinks(links: readonly string[]): Promise<void> {
    // Where they are on their way is where they are shown.
    navigation.show('queue');
    await this.#taken({ ok: true, value: await linkFetches.fetch(links) });
  }

  /** Chosen files. */
  async takeFiles(given: readonly File[]): Promise<void> {
    const files = given.filter((file) => !isRecipeFile(file));
    for (const file of given) if (isRecipeFile(file)) await recipes.takeFile(file);
    if (files.length === 0) return;
    this.reading += files.length;
    try {
      await this.#taken((await bridge.takeFiles(files)) as Reply<Taken>);
    } finally {
      this.reading -= files.length;
    }
  }

  /** Words a person typed; answers whether they are on their way. */
  async takeWords(words: string): Promise<boolean> {
    const source = valueOrNotify(await ask('sources:describe', { prompt: words }));
    if (source) await this.#taken({ ok: true, value: { sources: [source], refused: [] } });
    return source !== null;
  }

  /** What a job was made of, to be made with the recipe and in the formats that are chosen. */
  async takeJob(id: string): Promise<void> {
    const source = valueOrNotify(await ask('sources:ofJob', { id }));
    if (source) await sheet.open([source], []);
  }

  /** A sample that came with the app. */
  async takeSample(name: string): Promise<void> {
    await this.#taken(await ask('samples:take', { name }));
  }

  async #taken(reply: Reply<Taken>): Promise<void> {
    const taken = valueOrNotify(reply);
    if (!taken) return;
    if (needsSheet(taken.sources, taken.refused)) {
      await sheet.open(taken.sources, taken.refused);
      return;
    }
    notices.refuse(taken.refused);
    if (taken.sources.length > 0) await planning.begin(taken.sources);
  }
}

/** No image or model ends like this. */
function isRecipeFile({ name }: File): boolean {
  return /\.json$/i.test(name);
}

function emptyFolder(subject: string): ErrorInfo {
  return { code: 'folder_without_pictures', subject, detail: '', retryable: false, requestId: null };
}

/** The page's way of adding. */
export const sourceIntake = new Adding();

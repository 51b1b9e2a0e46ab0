import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { Reply } from '../../../src-shared/ipc/page-bridge.ts';
import { findLinks, parseUriList } from '../../../src-shared/sources/links.ts';
import { ask, bridge } from '../../app/bridge/bridge.ts';
import { focusPrompt } from './focus-prompt.ts';
import { readDataTransfer } from './dropped-files.ts';
import { linkFetches } from './link-fetches.svelte.ts';
import { valueOrNotify, notices } from '../../app/notices.svelte.ts';
import { recipes } from '../recipes/recipes.svelte.ts';
import { sheet } from './sheet.svelte.ts';
import { navigation } from '../../app/navigation.svelte.ts';

type IntakeResult = Output<'sources:take'>;

/**
 * Adds files, links and prompts: sends them to the main process, reports refusals and creates jobs. Recipe files are
 * imported as recipes.
 */
class SourceIntake {
  /** Number of files the main process is reading. */
  reading = $state(0);

  /** Text of the prompt field. */
  typed = $state('');

  /** Opens the system's file dialog; set by the component that owns the file input. */
  choose: () => void = () => undefined;

  /** Adds the files of a drop or paste. Call it synchronously in the event handler. */
  async addTransfer(transfer: DataTransfer): Promise<void> {
    if (bridge.host === 'window') {
      // The preload script resolves files and folders to paths; the main process reads the folders.
      await this.addFiles([...transfer.files]);
      return;
    }
    const { files, emptyFolders } = await readDataTransfer(transfer);
    notices.refuse(emptyFolders.map(emptyFolder));
    await this.addFiles(files);
  }

  /**
   * Handles pasted text: downloads links immediately, and adds any other text to the prompt for review. Returns true if
   * there was text.
   */
  addText(transfer: DataTransfer): boolean {
    const text = transfer.getData('text/plain').replace(/\s+/gu, ' ').trim();
    if (text === '') return false;
    const links = findLinks(text);
    if (links.length > 0) {
      void this.addLinks(links);
      return true;
    }
    this.typed = `${this.typed} ${text}`.trimStart();
    void focusPrompt();
    return true;
  }

  /** Adds dropped links. */
  async addDroppedLinks(transfer: DataTransfer): Promise<void> {
    const links = parseUriList(transfer.getData('text/uri-list'));
    if (links.length > 0) await this.addLinks(links);
  }

  /** Downloads links and adds the results. */
  async addLinks(links: readonly string[]): Promise<void> {
    // Downloads are displayed in the queue.
    navigation.show('queue');
    await this.#addSources({ ok: true, value: await linkFetches.fetch(links) });
  }

  /** Adds files. A JSON file is imported as a recipe; a recipe file with its own extension is shown first. */
  async addFiles(given: readonly File[]): Promise<void> {
    const files: File[] = [];
    for (const file of given) {
      const [extension] = /\.(json|dropforge-recipe)$/i.exec(file.name) ?? [];
      if (!extension) files.push(file);
      else if (extension.length > '.json'.length) navigation.openedRecipes.push(file);
      else await recipes.takeFile(file);
    }
    if (files.length === 0) return;
    this.reading += files.length;
    try {
      await this.#addSources((await bridge.takeFiles(files)) as Reply<IntakeResult>);
    } finally {
      this.reading -= files.length;
    }
  }

  /** Adds a prompt. Returns true on success. */
  async addPrompt(words: string): Promise<boolean> {
    const source = valueOrNotify(await ask('sources:describe', { prompt: words }));
    if (source) await this.#addSources({ ok: true, value: { sources: [source], refused: [] } });
    return source !== null;
  }

  /** Opens a job's source in the sheet, with the selected recipe and formats. */
  async addJobSource(id: string): Promise<void> {
    const source = valueOrNotify(await ask('sources:ofJob', { id }));
    if (source) await sheet.open([source], []);
  }

  /** Adds a sample included with the app. */
  async addSample(name: string): Promise<void> {
    await this.#addSources(await ask('samples:take', { name }));
  }

  async #addSources(reply: Reply<IntakeResult>): Promise<void> {
    const result = valueOrNotify(reply);
    if (!result) return;
    await sheet.begin(result.sources, result.refused);
  }
}

function emptyFolder(subject: string): ErrorInfo {
  return { code: 'folder_without_pictures', subject, detail: '', retryable: false, requestId: null };
}

export const sourceIntake = new SourceIntake();

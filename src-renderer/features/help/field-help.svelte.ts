import {
  DIALOG_SECTIONS,
  SETTINGS_GUIDE_SECTIONS,
  SHEET_SECTION,
  VIEW_SECTIONS,
  type GuideSection,
} from './guide-sections.ts';
import { navigation } from '../../app/navigation.svelte.ts';
import type { SettingsSection } from '../../app/settings-section.ts';
import { sheet } from '../create/sheet.svelte.ts';

/** What is known about a field. */
interface Explanation {
  /** The element it is shown beside. */
  readonly at: HTMLElement;
  readonly title: string;
  /** Empty if the field has none: the guide alone explains it. */
  readonly text: string;
  readonly section: GuideSection;
}

/** The explanation of the focused field, opened with F1. */
class FieldHelp {
  shown = $state.raw<Explanation | null>(null);
  /** True if the section of the guide is open below the explanation. */
  isGuideOpen = $state(false);

  /** Explains the focused element; if it is explained already, opens the guide. */
  explain(): void {
    const at = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
    if (this.shown?.at === at) {
      this.isGuideOpen = true;
      return;
    }
    const { title, text } = describe(at);
    this.shown = { at, title, text, section: findSection(at) };
    this.isGuideOpen = text === '';
  }

  close(): void {
    this.shown = null;
    this.isGuideOpen = false;
  }
}

export const fieldHelp = new FieldHelp();

/** Reads what the page says about an element: of its field or setting, or its own label and description. */
function describe(at: HTMLElement): { title: string; text: string } {
  if (at === document.body) return { title: '', text: '' };
  const field = at.closest<HTMLElement>('[data-help]');
  const { help = '', helpTitle = '' } = field?.dataset ?? {};
  const described = at.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? '';
  return {
    title: helpTitle === '' ? labelOf(at) : helpTitle,
    text: help === '' ? textOf(described) : help,
  };
}

function labelOf(at: HTMLElement): string {
  const labels = 'labels' in at ? [...((at as HTMLInputElement).labels ?? [])] : [];
  if (labels[0]) return toPlain(labels[0]);
  const group = at.closest('[aria-labelledby]')?.getAttribute('aria-labelledby') ?? '';
  return at.getAttribute('aria-label') ?? (textOf(group) || toPlain(at).slice(0, 80));
}

/** Texts of the elements with the given ids. */
function textOf(ids: string): string {
  const elements = ids.split(' ').map((id) => document.getElementById(id));
  return elements
    .flatMap((element) => (element ? [toPlain(element)] : []))
    .filter(Boolean)
    .join(' ');
}

function toPlain(element: Element): string {
  return (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

function findSection(at: HTMLElement): GuideSection {
  const dialog = DIALOG_SECTIONS[navigation.dialog?.kind ?? ''];
  if (dialog) return dialog;
  if (sheet.items) return SHEET_SECTION;
  const { view } = navigation;
  if (view !== 'settings') return VIEW_SECTIONS[view];
  const part = at.closest<HTMLElement>('[data-part]')?.dataset['part'] as SettingsSection | undefined;
  return SETTINGS_GUIDE_SECTIONS[part ?? 'general'];
}

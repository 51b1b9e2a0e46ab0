import { DIALOG_SECTIONS, PART_SECTIONS, SHEET_SECTION, VIEW_SECTIONS, type GuideSection } from './guide-sections.ts';
import { navigation } from '../../app/navigation.svelte.ts';
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
  const own = textOf(at.getAttribute('aria-labelledby') ?? '') || (at.getAttribute('aria-label') ?? '');
  if (own !== '') return own;
  const labels = 'labels' in at ? [...((at as HTMLInputElement).labels ?? [])] : [];
  if (labels[0]) return toPlain(labels[0]);
  const group = at.closest('[aria-labelledby]')?.getAttribute('aria-labelledby') ?? '';
  return textOf(group) || toPlain(at).slice(0, 80);
}

/** Texts of the elements with the given ids; hidden ones say nothing at the moment. */
function textOf(ids: string): string {
  const elements = ids.split(' ').map((id) => document.getElementById(id));
  return elements
    .flatMap((element) => (element && !element.hidden ? [toPlain(element)] : []))
    .filter(Boolean)
    .join(' ');
}

/** Returns the text of an element without what is only drawn; what the layout separates is separated by a space. */
function toPlain(element: Element): string {
  return separate(element).replaceAll(/\s+/g, ' ').trim();
}

function separate(node: Node): string {
  if (!(node instanceof Element)) return node instanceof Text ? node.data : '';
  if (node.ariaHidden === 'true') return '';
  const text = [...node.childNodes].map(separate).join('');
  return getComputedStyle(node).display === 'inline' ? text : ` ${text} `;
}

function findSection(at: HTMLElement): GuideSection {
  const { helpPart, part = helpPart } = at.closest<HTMLElement>('[data-help-part], [data-part]')?.dataset ?? {};
  if (part) return PART_SECTIONS[part as keyof typeof PART_SECTIONS];
  if (sheet.items) return SHEET_SECTION;
  return DIALOG_SECTIONS[navigation.dialog?.kind ?? ''] ?? VIEW_SECTIONS[navigation.view];
}

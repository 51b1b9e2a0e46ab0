import type { DeliveryView, LiveTarget } from '../../../src-shared/delivery/delivery-view.ts';
import type { BridgeChange, TargetInstallationView, TargetView } from '../../../src-shared/ipc/views/target-view.ts';
import type { Tone } from '../queue/job-facts.ts';
import { TEXTS } from '../../app/language/texts.ts';

const T = TEXTS.targets;

/** Display names of programs that their bridges name differently. */
const PROGRAMS: Readonly<Record<string, string>> = {
  blender: 'Blender',
  maya: 'Maya',
  max: '3ds Max',
  houdini: 'Houdini',
  cinema4d: 'Cinema 4D',
  unreal: 'Unreal',
  unity: 'Unity',
  godot: 'Godot',
};

/** Delivery methods that are not programs. */
const NO_PROGRAMS: readonly string[] = ['folder', 'open-with'];

/** Returns the display name of a program. */
function programTitle(program: string): string {
  return PROGRAMS[program] ?? program;
}

/** Returns the display name of a live target: `Blender 4.2`. */
export function liveTitle({ program, programVersion }: Pick<LiveTarget, 'program' | 'programVersion'>): string {
  const [major, minor] = programVersion.split('.');
  return [programTitle(program), [major, minor].filter(Boolean).join('.')].filter(Boolean).join(' ');
}

/**
 * Returns the display name of a target by its id, such as `blender@studio-7`; for an unknown one the name of its
 * program.
 */
export function targetTitle(target: string, seen: readonly LiveTarget[]): string {
  const live = seen.find((each) => each.target === target);
  return live ? liveTitle(live) : programTitle(target.split('@', 1)[0] ?? target);
}

/** A target with the live programs that belong to it. */
export interface TargetCard {
  readonly view: TargetView;
  readonly live: readonly LiveTarget[];
}

/** Lists the targets that are installed or live, live ones first, and the names of the others. */
export function sortTargets(
  views: readonly TargetView[],
  seen: readonly LiveTarget[],
): { readonly found: TargetCard[]; readonly missing: string[] } {
  const cards = views
    .filter(({ name }) => !NO_PROGRAMS.includes(name))
    .map((view) => ({ view, live: seen.filter(({ program }) => program === view.name) }));
  const isFound = ({ view, live }: TargetCard): boolean => view.places.length > 0 || live.length > 0;
  const rank = ({ live }: TargetCard): number => (live.some(({ isLive }) => isLive) ? 0 : live.length > 0 ? 1 : 2);
  return {
    found: cards.filter(isFound).sort((one, other) => rank(one) - rank(other)),
    missing: cards.filter((card) => !isFound(card)).map(({ view }) => view.title),
  };
}

/** Returns the state of a target: light, text and colour, which differ together. */
export function targetState({ view, live }: TargetCard): {
  readonly light: 'live' | 'half' | 'off' | 'issue';
  readonly words: string;
  readonly tone: Tone;
} {
  const now = live.filter(({ isLive }) => isLive);
  if (view.problem !== null) return { light: 'issue', words: T.lights.damaged, tone: 'amber' };
  if (now.some(({ state }) => state === 'importing')) return { light: 'half', words: T.lights.importing, tone: 'blue' };
  if (now.length > 0) return { light: 'live', words: T.lights.live, tone: 'green' };
  if (!view.hasBridge) return { light: 'off', words: T.lights.opened, tone: 'grey' };
  const bridge = worstBridge(view.places);
  if (bridge === 'changed') return { light: 'issue', words: T.lights.damaged, tone: 'amber' };
  return { light: 'off', words: live.length > 0 || bridge !== 'none' ? T.lights.off : T.lights.none, tone: 'grey' };
}

/** Returns the worst bridge state among several versions: one that needs action counts first. */
export function worstBridge(
  places: readonly Pick<TargetInstallationView, 'bridge'>[],
): TargetInstallationView['bridge'] {
  const states = new Set(places.map(({ bridge }) => bridge));
  return (['changed', 'old', 'current'] as const).find((state) => states.has(state)) ?? 'none';
}

/** Returns a label for a bridge. */
export function bridgeLabel({
  bridge,
  bridgeVersion,
}: Pick<TargetInstallationView, 'bridge' | 'bridgeVersion'>): string {
  return bridge === 'none' ? T.bridge.none : T.bridge[bridge](bridgeVersion ?? '');
}

/**
 * Returns a label for the bridges of several versions: one sentence if they have the same state, otherwise one for
 * each.
 */
export function bridgeSentences(
  places: readonly Pick<TargetInstallationView, 'title' | 'bridge' | 'bridgeVersion'>[],
): readonly string[] {
  const alike = new Set(places.map(bridgeLabel));
  if (alike.size <= 1) return [...alike];
  return places.map((place) =>
    place.title === '' ? bridgeLabel(place) : TEXTS.app.labelled(place.title, bridgeLabel(place)),
  );
}

/** Returns the label of the install button; null if the bridge is up to date and connected. */
export function installLabel(places: readonly Pick<TargetInstallationView, 'bridge' | 'isElsewhere'>[]): string | null {
  const words = { none: T.install, old: T.update, changed: T.repair, current: null } as const;
  const bridge = worstBridge(places);
  // If only some versions have a bridge, the same button installs it in all.
  if (bridge === 'current' && places.some((place) => place.bridge === 'none' || place.isElsewhere)) return T.install;
  return words[bridge];
}

/** Returns the results of installing or removing bridges as sentences. */
export function bridgeChangeSentences(act: 'install' | 'remove', changes: readonly BridgeChange[]): string[] {
  if (changes.length === 0) return [T.nothingRemoved];
  return changes.flatMap(({ title, bridgeVersion, before, preserved, unchanged, next }) => [
    act === 'remove'
      ? T.removed(bridgeVersion, title)
      : before === null || before === bridgeVersion
        ? T.installed(bridgeVersion, title)
        : T.updated(bridgeVersion, title, before),
    ...(preserved > 0 ? [T.keptChanged(preserved)] : []),
    ...(unchanged > 0 ? [T.leftAlone(unchanged)] : []),
    next,
  ]);
}

/** Returns the state of a delivery: text and colour. */
export function deliveryState({ status, contradictions, warnings, seconds }: DeliveryView): {
  readonly words: string;
  readonly tone: Tone;
} {
  const D = T.delivery;
  if (status === 'failed') return { words: D.failed, tone: 'red' };
  if (status === 'claimed') return { words: D.importing, tone: 'blue' };
  if (status === 'waiting') return { words: D.waiting, tone: contradictions.length > 0 ? 'amber' : 'grey' };
  const count = contradictions.length + warnings.length;
  const words = D.imported(seconds, count > 0 ? D.warnings(count) : '');
  return { words, tone: contradictions.length > 0 ? 'amber' : 'green' };
}

/** Returns a row's summary of its deliveries: where they succeeded and failed; null if no target replied yet. */
export function rowDelivery(
  deliveries: readonly DeliveryView[],
  seen: readonly LiveTarget[],
): { readonly words: string; readonly isDelivered: boolean; readonly isOdd: boolean } | null {
  const answered = deliveries.filter(({ status }) => status === 'imported' || status === 'failed');
  if (answered.length === 0) return null;
  const names = answered.map(({ target, status, contradictions }) => {
    const title = targetTitle(target, seen);
    if (status === 'failed') return T.delivery.rowFailed(title);
    return contradictions.length > 0 ? T.delivery.rowOdd(title, T.delivery.warnings(contradictions.length)) : title;
  });
  return {
    words: names.join(' · '),
    isDelivered: answered.some(({ status }) => status === 'imported'),
    isOdd: answered.some(({ status, contradictions }) => status === 'failed' || contradictions.length > 0),
  };
}

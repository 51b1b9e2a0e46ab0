import { formatCount } from '../../../app/language/format.ts';
import type { HELD_TEXTS } from './confirmation-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** Words about jobs that wait for a yes before anything of them is sent. */
export const HELD_TEXTS_ZH: Translated<typeof HELD_TEXTS> = {
  confirm: (amount) => `确认 ${amount}`,
  confirmOpen: '确认…',
  confirmSome: (count) => `确认 ${formatCount(count)} 个…`,
  confirmAll: (count, amount) => `确认 ${formatCount(count)} 个，${amount}`,
  confirmAllUnknown: (count, amount) => `确认 ${formatCount(count)} 个，至少 ${amount}`,
  leaveOut: '不做',
  leaveOutSome: (count) => `不做 ${formatCount(count)} 个`,
  leftOut: (count) => `不做 ${formatCount(count)} 个任务。未扣费。`,
  title: (count) => `开始 ${formatCount(count)} 个任务？`,
  lead: '到现在什么都没有发送。',
  act: (count) => `确认 ${formatCount(count)} 个`,
  dearer: '价格在此期间上涨了。现在的花费如下。',
  none: '这些任务都不再等你同意。',
  reason: '它不在等你同意。',
  detail: '尚未发送',
};

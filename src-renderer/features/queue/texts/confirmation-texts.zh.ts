import { formatCount } from '../../../app/language/format.ts';
import type { CONFIRMATION_TEXTS } from './confirmation-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** Words about jobs that wait for a yes before anything of them is sent. */
export const CONFIRMATION_TEXTS_ZH: Translated<typeof CONFIRMATION_TEXTS> = {
  confirm: (amount) => `确认 ${amount}`,
  confirmOpen: '确认…',
  confirmSome: (count) => `确认 ${formatCount(count)} 个…`,
  confirmAll: (count, amount) => `确认 ${formatCount(count)} 个，${amount}`,
  confirmAllUnknown: (count, amount) => `确认 ${formatCount(count)} 个，至少 ${amount}`,
  leaveOut: '跳过',
  leaveOutSome: (count) => `跳过 ${formatCount(count)} 个`,
  leftOut: (count) => `不做 ${formatCount(count)} 个任务。不再发送任何内容。`,
  title: (count) => `开始 ${formatCount(count)} 个任务？`,
  lead: '确认之前不会发送任何内容。',
  act: (count) => `确认 ${formatCount(count)} 个`,
  priceIncreased: '价格已上涨。这是当前的总价。',
  none: '没有等待确认的任务。',
  reason: '此任务无需确认。',
  detail: '尚未发送',
};

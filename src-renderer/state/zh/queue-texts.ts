import type { QUEUE_TEXTS } from '../queue-texts.ts';
import type { TaskStatus } from '../../../src-shared/api/task.ts';
import { formatCount } from '../format.ts';
import type { Translated } from '../translated.ts';

/** How a task stands, by the service's own words. */
const STATUSES: Readonly<Record<TaskStatus, string>> = {
  queued: '排队中',
  running: '运行中',
  success: '已完成',
  failed: '失败',
  cancelled: '已取消',
};

/** Words about the order of the queue, its pauses, repeating a job, and models found at the service. */
export const QUEUE_TEXTS_ZH: Translated<typeof QUEUE_TEXTS> = {
  pauseAll: '全部暂停',
  resumeAll: '全部继续',
  paused: '已暂停',
  pausedWords: '队列已暂停。不再下新订单；已下的订单仍会取回。',
  pause: '暂停',
  resume: '继续',
  resumePast: '越过上限继续',
  raise: '提高上限…',
  byYou: '由你暂停',
  priority: '优先级',
  move: '移动',
  moves: { up: '前移', down: '后移', top: '移到最前', bottom: '移到最后' },
  again: '重新制作',
  againSame: '重新制作，相同种子',
  againNew: '重新制作，新种子',
  sameSeeds: '相同种子',
  newSeeds: '新种子',
  more: {
    repeatTitle: (name) => `重新制作 ${name}？`,
    exportTitle: (name, format) => `把 ${name} 导出为 ${format}？`,
    export: '将为做好的模型再下一份格式转换订单。',
    same: '种子相同，结果就相同，前提是服务端遵守约定。',
    other: '换新种子，会得到另一个模型。',
    costs: (amount) => `会重新下单并扣费，约 ${amount}。`,
    costsUnknown: '会重新下单并扣费。扣费之前价格未知。',
    repeatAct: '重新制作',
    exportAct: '导出',
  },
  found: {
    bar: (count) => `服务端有 ${formatCount(count)} 个做好的模型在这里没有任务。`,
    show: '查看…',
    later: '以后再说',
    title: '没有任务的模型',
    lead: '它们已经扣费。取回不花费。',
    none: '没有发现。这个密钥的每份订单在这里都有任务。',
    look: '立即查询',
    looking: '正在查询…',
    choose: (what) => `选择 ${what}`,
    task: '服务任务',
    status: (own) => (Object.hasOwn(STATUSES, own) ? STATUSES[own as TaskStatus] : own),
    import: (count) => `取回 ${formatCount(count)} 个模型`,
    dismiss: (count) => `留下 ${formatCount(count)} 个`,
    dismissHelp: '留下的不再显示，在服务端的保存期内一直都在。',
    imported: (count) => `正在取回 ${formatCount(count)} 个模型。`,
    dismissed: (count) => `${formatCount(count)} 个模型留在服务端。`,
  },
};

import type { APP_TEXTS } from './app-texts.ts';
import { formatCount, formatList } from './format.ts';
import type { Translated } from './translated.ts';

/*
 * One term per idea, in all Chinese texts; see also glossary-texts.zh.ts:
 *
 * job 任务 · step 步骤 · queue 队列 · task of the service 服务任务 · recipe 流程 · variant 变体 · seed 种子
 * source 素材 · image 图像 · view 视图 · prompt 提示词 · model 模型 · output 输出文件 · library 资料库
 * hot folder 监视文件夹 · output folder 输出文件夹 · target 目标程序 · bridge 桥接插件 · delivery 送达 · service 服务
 * local service 本机 · cloud 云端 · region 区域 · key 密钥 · credits 积分 · balance 余额 · cap 上限
 * estimate 预估 · held 冻结 · charged 已扣 · refunded 已退 · charge unconfirmed 可能已扣 · free 免费 · unknown 未知
 * mesh 网格 · face 面 · triangle 三角面 · quad 四边面 · vertex 顶点 · edge 边 · material 材质 · texture 贴图
 * normal 法线 · UV UV · unwrap 展开 UV · decimate 减面 · rig 骨骼绑定 · skeleton 骨骼 · clip 动画片段 · splat 高斯泼溅
 *
 * Use 你, not 您, and no 请. Use full-width punctuation. Put a space around Latin letters and digits, but not beside punctuation.
 */

/** Texts of the page outside the features, in Simplified Chinese. */
export const APP_TEXTS_ZH: Translated<typeof APP_TEXTS> = {
  app: {
    name: 'Dropforge',
    views: '页面',
    overlays: '菜单和对话框',
    queue: '队列',
    details: '详情',
    close: '关闭',
    cancel: '取消',
    save: '保存',
    more: '更多',
    labelled: (what, of) => `${what}：${of}`,
    facts: (facts) => facts.join('，'),
    fact: (fact) => `，${fact}`,
  },
  service: {
    local: '本机',
    cloud: '云端',
    free: '免费',
    rehearsing: '演练',
    credits: '积分',
    test: '测试',
    testGap: '',
    testCredits: '测试积分',
    held: '冻结',
    balanceUnknown: '余额未知',
    unknown: '未知',
    unknownReason: '页面与 Dropforge 断开连接期间无法得知。',
    check: '重新检查',
    addKey: '添加 API 密钥…',
    changeKey: '更改 API 密钥…',
    chip: (name, state) => `服务：${name}，${state}`,
  },
  offline: {
    page: (tasks, isCloud) => `与 Dropforge 的连接已断开。正在重新连接… ${continues(tasks, isCloud)}你的任务是安全的。`,
    local: '本机上的服务没有响应。任务会自动继续。',
    cloud: '无法连接服务。任务会自动继续，不会重复扣费。',
    refused: '服务拒绝了 API 密钥。未扣费。',
    noKey: '云服务需要 API 密钥。未发送任何内容。',
  },
  locked: {
    title: '此页面未连接',
    reason: '打开时没有使用链接，或者链接已被使用或已过期。',
    next: '在终端中运行以下命令之一。它会打开页面并显示链接，Dropforge 正在运行时也可以。',
    clone: '在 Dropforge 文件夹中',
    installed: '已安装该命令时',
    home: '如果启动 Dropforge 时使用了 --home，也要加上它。',
    safe: '你的任务是安全的。',
  },
  codeDialog: {
    title: '确认更改',
    code: '代码',
    help: 'Dropforge 在启动它的终端里显示代码。',
    confirm: '确认',
  },
  status: {
    name: '状态',
    ready: '就绪',
    empty: '队列为空',
    running: '运行中',
    waiting: '等待中',
    needsYou: '需要处理',
    done: '已完成',
    failed: '失败',
    connected: '已连接',
    disconnected: '正在重新连接…',
    lineBroke: '连接在收到回复之前断开了。',
    uploadAnswered: (status) => `上传失败（HTTP ${status}）。`,
    fileAnswered: (status) => `无法读取文件（HTTP ${status}）。`,
  },
  notices: { title: '消息', show: '显示', nothingCharged: '未扣费。' },
  live: {
    many: (jobs) => `${formatCount(jobs)} 个任务`,
    done: (names) => `已完成：${formatList(names)}。`,
    failed: (names) => `失败：${formatList(names)}。`,
    needsYou: (names) => `需要处理：${formatList(names)}。`,
  },
};

/** What happens to running tasks without Dropforge: a cloud service continues, the local one ends and starts with it. */
function continues(tasks: number, isCloud: boolean): string {
  if (tasks === 0) return '';
  return `${formatCount(tasks)} 个任务${isCloud ? '在服务上' : '随 Dropforge '}继续。`;
}

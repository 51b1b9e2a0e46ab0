import type { QUEUE_MESSAGES } from './queue-messages.ts';

/** Messages about money, jobs and the home folder, in Simplified Chinese. */
export const QUEUE_MESSAGES_ZH = {
  'spending.cap-reached':
    '{cap, select, recipe {流程“{name}”的} folder {文件夹“{name}”的} other {}}每日上限 {limit, number, credits} 积分已到：今天已扣和冻结 {spent, number, credits} 积分，{priced, select, yes {这一步要 {cost, number, credits}} other {这一步的价格未知}}。这一步没有开始。',
  'spending.balance-low':
    '可用 {available, number, credits} 积分，下一步{priced, select, yes {要 {cost, number, credits} 积分} other {价格未知}}，之后会低于你设置的最低余额 {keep, number, credits}。',
  'spending.credits-reserved':
    '可用 {available, number, credits} 积分；已开始的任务还需要 {needed, number, credits}，此任务要花费 {cost, number, credits}。',
  'spending.job-not-covered': '可用 {available, number, credits} 积分，此任务共需 {cost, number, credits}，尚未开始。',
  'spending.total':
    '这要花费 {total, number, credits} 积分{unknown, plural, =0 {} other {，另加价格未知的 # 步}}{agreed, select, yes {；你同意的是 {limit, number, credits}} other {}}。',
  'spending.amount-example': '填写金额，例如 50 或 12.50。',
  'spending.not-an-amount': '“{text}”不是积分金额。填写金额，例如 50 或 12.50。',
  'spending.approved-total-invalid': '你同意的总额“{text}”不是积分金额。',
  'spending.confirm-above': '需要确认的金额{name, select, other {}}',
  'spending.per-day': '每日上限{name, select, other {}}',
  'spending.per-recipe': '流程“{name}”的每日上限',
  'spending.per-folder': '文件夹“{name}”的每日上限',
  'spending.pause-below': '最低余额{name, select, other {}}',

  'collections.name-taken': '已有名为“{name}”的合集。换一个名称。',
  'collections.too-many': '最多 {max} 个合集。先移除一个。',
  'jobs.not-in-queue': '任务不在队列里。',
  'jobs.not-finished': '任务还没有完成。',
  'jobs.nothing-to-convert': '任务没有可以转换的模型。',
  'jobs.format-not-offered': '服务不能把最新的结果导出为 {format}。选择 glTF，内容相同。',
  'jobs.move-target-missing': '要移到的任务不在队列里，或就是被移动的任务之一。',
  'jobs.file-not-in-queue': '文件不在队列里。',
  'jobs.cannot-drag': '不能拖动这一项。',
  'jobs.already-resolved': '这个任务的结果已经知道了。',
  'jobs.nothing-generated': '此任务没有从图像或提示词生成模型的步骤。',
  'jobs.order-unknown': '这个服务任务是在服务端找到的，不知道它的设置。',
  'jobs.source-unknown': '这个服务任务是在服务端找到的，不知道它的素材。',
  'jobs.operation-does-not-fit': '{operation} 不接受第 {step} 步的结果。',
  'jobs.step-without-result': '任务的那一步没有可用的结果。',
  'jobs.too-many-steps': '一个任务最多 {max} 步。要更多步骤，就新建任务。',
  'jobs.last-step-unconfirmed': '上一步的扣费还没有确认。先重试那一步。',
  'jobs.step-without-input': '有一步没有输入。',
  'jobs.sources-already-added': '文件已经添加过了。',
  'jobs.images-gone': '这些图像已经不可用。重新拖入。',
  'jobs.image-gone': '这张图像已经不可用。重新选择。',
  'jobs.local-image-not-accepted': '服务不接受图像的字段里用了本地图像。',
  'jobs.not-uploaded': '“{name}”没有上传。',
  'jobs.same-view-twice': '两张图像是同一面。给其中一张指定另一面。',
  'jobs.no-such-sample': '没有这个示例。',

  'page.too-many-requests': '页面一次发送的请求太多。',
  'page.no-such-call': '没有这个调用。',
  'page.invalid-input': '{call} 的输入无效。',

  'home.in-use': '另一个进程正在使用 {name}。',
  'home.queue-cannot-open': '无法打开那里的队列数据库。',
  'home.damaged': '文件已损坏。',
  'home.newer-version': '它由更新版本的 Dropforge 创建。更新 Dropforge，或用另一个 --home。',
  'home.jobs-restored': '恢复了 {count, plural, other {#}} 个已完成的任务。损坏的文件保存为 {file}。',
  'home.database-missing': '恢复了 {count, plural, other {#}} 个已完成的任务。文件 queue.db 缺失或为空。',
  'home.jobs-damaged':
    '从资料库恢复了 {restored, plural, other {#}} 个任务，缺失 {lost, plural, other {#}} 个任务。损坏的数据保留在 queue.db 中。',
  'home.settings-kept': '损坏的文件保存为 {file}。',
  'home.sqlite-reports': 'SQLite 报告：{code}。',

  'rig-check.refused':
    '绑定检查显示这个模型不能绑定骨骼，所以没有开始绑定。{charged, select, yes {已完成的步骤保留，费用不退：{steps}。} other {}}',
  'rig-check.other-type':
    '绑定检查的结果是 {found}，而要求的是 {asked}，所以没有开始绑定。{charged, select, yes {已完成的步骤保留，费用不退：{steps}。} other {}}',
  'rig-check.charged-step': '{operation}（{credits, number, credits} 积分）',

  'subject.service-of-job': '这个任务的服务',
  'subject.service-when-ordered': '使用原先设置的 {name}',
  'subject.cloud-service': '云端服务',
  'subject.this-computer': '本机',
  'subject.authorities': '证书文件',

  'job-note.rigged': '模型已绑定骨骼{type, select, unknown {} other {（{type}）}}。',
  'job-note.rig-check-unclear': '绑定检查没有报告模型能否绑定骨骼。',
  'job-note.riggable': '绑定检查显示模型可以绑定骨骼{type, select, unknown {} other {（{type}）}}。',
  'job-note.not-riggable': '绑定检查显示模型不能绑定骨骼。',
  'job-note.reused-in-job': '{operation}：使用了这个任务已有的结果。未扣费。',
  'job-note.reused-from': '{operation}：使用了“{job}”的结果。未扣费。',
  'job-note.image-missing': '{file} 引用的图像缺失：{image}。',
  'job-note.image-empty': '{file} 中有一张空的图像：{image}。',
  'job-note.image-truncated': '{file} 中有一张不完整的图像：{image}。',
  'job-note.image-number': '图像 {number}',
  'job-note.not-splats': '{file} 是没有高斯泼溅的 PLY 文件：缺少“{property}”。',
  'job-note.more-images': '……还有 {count} 张图像也是如此。',
  'job-note.too-many-models': '任务列出了 {count} 个模型，已下载前 {max} 个。',
  'job-note.not-checked': '没有检查：{reason}',
  'job-note.ended-early': '任务在全部步骤完成前结束了。已完成的结果在输出文件夹里。',
  'job-note.failed-task-charged': '服务对一个失败的服务任务扣了 {credits, number, credits} 积分。',
  'job-note.library-only': '已完成的结果只在资料库里。{reason}',
  'job-note.second-task': '在服务端找到设置相同的第二个服务任务：{id}。',
  'job-note.found-task': '在服务端找到：服务任务 {id}。',

  'text.two': '{one}{two}',
  'text.quoted': '“{text}”',
  'text.number-more': '另外 {count} 个',
} as const satisfies Readonly<Record<keyof typeof QUEUE_MESSAGES, string>>;

import type { RECIPE_ISSUE_MESSAGES } from './recipe-issue-messages.ts';

/** What is wrong with the steps of a recipe and with sidecars, in Simplified Chinese; the words suit the editor, too. */
export const RECIPE_ISSUE_MESSAGES_ZH = {
  'recipe-issue.at-step':
    '第 {step} 步{operation, select, none {} other {（{operation}）}}{field, select, none {} other {，{field}}}：{text}',
  'recipe-issue.at-field': '{field}：{text}',
  'recipe-issue.more': '……另外 {count} 项。',

  'recipe-issue.too-deep': '流程的嵌套太深。减少嵌套。',
  'recipe-issue.several-kinds': '只有第一步生成模型、其他步骤都不处理素材时，才能接受多种素材。',
  'recipe-issue.no-steps': '流程至少要有一个步骤。添加一个。',
  'recipe-issue.too-many-steps': '一个流程最多 {max} 个步骤。移除一些。',
  'recipe-issue.full': '一个流程最多 {max} 个步骤。先移除一个。',
  'recipe-issue.later-step':
    '步骤 {step} 处理的是后面的步骤。{last, select, none {让它处理素材} other {把它下移，或改为处理前面的步骤}}。',
  'recipe-issue.no-model-to-export': '{operation}没有模型可以导出。选择“不导出”。',
  'recipe-issue.export-format': '这一步产生 {made}，不是 {given}。按 {made} 导出，或添加一个转换步骤。',
  'recipe-issue.source-from-job': '任务自己带来素材。去掉这一项。',
  'recipe-issue.unknown-parameter': '{operation}没有这个参数。去掉这一项。',
  'recipe-issue.unknown-key': '未知的键“{name}”。去掉这一项。',
  'recipe-issue.unknown-operation': '操作“{operation}”不存在。可用：{names}。',
  'recipe-issue.model-gone': '“{model}”已停用或不存在。{expected}。',
  'recipe-issue.expiring-file': '它引用了一个会过期的上传文件。选择这台电脑上的图像，或使用网址。',
  'recipe-issue.no-source': '{operation}只处理文字，不处理素材（{takes}）。移除这一步，或让流程接受提示词。',
  'recipe-issue.needs-step': '{operation}处理某个步骤的结果，不处理素材。',
  'recipe-issue.needs-views': '{operation}需要两到四个视图：在前面添加“图像生成多视图”，或让流程接受多视图。',
  'recipe-issue.needs-image': '{operation}需要图像，而这个流程的素材是{takes}。以{first}开始，或更改素材类型。',
  'recipe-issue.needs-model-file':
    '{operation}需要模型文件，而这个流程的素材是{takes}。以{first}开始，或更改素材类型。',
  'recipe-issue.needs-mesh': '{operation}需要网格；步骤 {step}（{earlier}）产生高斯泼溅。',
  'recipe-issue.needs-model': '{operation}需要模型；步骤 {step}（{earlier}）不产生模型。',
  'recipe-issue.needs-source': '{operation}只处理素材。',
  'recipe-issue.needs-result': '{operation}处理的是{types}的结果，不是{earlier}的结果。',

  'sidecar.unreadable': '无法读取',
  'sidecar.not-an-object': '它必须是一个对象，例如 {example}。',
  'sidecar.recipe': 'recipe：必须是流程的标识，例如“game”。',
  'sidecar.priority': 'priority：必须是 {priorities}。',
  'sidecar.operation': '{operation}：必须是一个对象，包含这个操作的参数。',
  'sidecar.no-step': '{operation}：流程“{recipe}”没有这个步骤。',
} as const satisfies Readonly<Record<keyof typeof RECIPE_ISSUE_MESSAGES, string>>;

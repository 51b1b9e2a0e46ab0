import type { SUGGESTION_MESSAGES } from './suggestion-messages.ts';

/** What to do about an error of the service interface, in Simplified Chinese. */
export const SUGGESTION_MESSAGES_ZH = {
  'suggestion.api-key': '检查 API 密钥。一个密钥只适用于一个区域。',
  'suggestion.try-later': '稍后重试。',
  'suggestion.send-json': '用文档规定的方法和内容类型发送 JSON。',
  'suggestion.correct-parameter': '更正所指的参数，然后重新发送。',
  'suggestion.wait-for-rate': '等到 X-RateLimit-Reset 所示的时间。',
  'suggestion.wait-for-slot': '等待 Retry-After 所示的秒数。',
  'suggestion.check-task': '检查任务标识和创建它的密钥。',
  'suggestion.task-type': '使用文档规定类型的任务。',
  'suggestion.upload-again': '重新上传文件。',
  'suggestion.format': '使用文档列出的格式。',
  'suggestion.reachable-url': '使用服务可以访问的网址，或上传文件。',
  'suggestion.wait-for-task': '等待它完成，或使用其他任务。',
  'suggestion.other-source': '换一张图像或一个模型。',
  'suggestion.other-input-rejected': '换一个输入。相同的输入会再次被拒绝。',
  'suggestion.other-input': '换一个输入。',
  'suggestion.top-up': '充值，或少创建一些任务。',
  'suggestion.key-budget': '让服务的管理员提高预算，或等待预算重置。',
  'suggestion.lower-priority': '省略优先级，或使用较低的优先级。',
  'suggestion.documented-version': '使用文档列出的版本。',
  'suggestion.newer-version': '使用较新的版本。',
  'suggestion.send-again': '重新发送。',
  'suggestion.upload-first': '先上传文件，再发送其令牌。',
  'suggestion.smaller-file': '发送较小的文件。',
  'suggestion.endpoints': '路径以 /v3 开头；查看文档列出的端点。',
} as const satisfies Readonly<Record<keyof typeof SUGGESTION_MESSAGES, string>>;

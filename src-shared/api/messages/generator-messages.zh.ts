import type { GENERATOR_MESSAGES } from './generator-messages.ts';

/** Messages about generators that the user runs, in Simplified Chinese. */
export const GENERATOR_MESSAGES_ZH = {
  'generator.made': '在本机用 {name}（{about}）生成。',
  'generator.made-nearby': '用 {host} 上的 {name}（{about}）生成。',
  'generator.parameters': '参数：{parameters}。',
  'generator.says': '{name}：{text}。',
  'generator.field-ignored': '{field} 不起作用：{name} 不支持它。',
  'generator.built-in': '{name} 不支持 {fields}，因此使用了内置引擎。',
  'generator.built-in-appearance': '{name} 需要贴图描述（texture_prompt），因此使用了内置引擎。',
  'generator.cut-out': '已用 {name}（{about}）去除背景。',
  'generator.cut-out-failed': '{name} 未能去除背景，因此使用了内置蒙版。{reason}',
  'generator.sent-again': '{name} 重启后丢失了任务，因此任务已重新发送给它。',
  'generator.resumed': 'Dropforge 重启后，任务在 {name} 中继续进行。',
  'generator.repeated': 'Dropforge 在任务期间重启，因此任务可能向 {name} 发送了两次。',
  'generator.response-lost': '{name} 没有响应任务，因此任务已重新发送，可能会在那里运行两次。',
  'generator.waited': '{name} 正忙于其他工作：任务等待了 {count, plural, other {# 分钟}}。',
  'generator.charged': '{name} 为此任务扣除了 {amount, number, credits} 积分。',
  'generator.untextured': '{name} 返回的模型没有贴图。',

  'generator.not-usable': '无法使用 {name}：{reason}。在设置中更正它。',
  'generator.unknown': '没有名为“{name}”的生成器。在设置中添加它，或选择其他生成器。',
  'generator.other-operation': '{name} 不支持 {operation}。选择其他生成器。',
  'generator.fields': '{name} 不支持 {fields}。移除这些字段，或将 generation.unsupported 设为 ignore 或 built-in。',
  'generator.cleanup-invalid': '无法应用清理：{field} {problem}。更正配方，然后重新提交任务。',
  'generator.needs-appearance': '{name} 需要贴图描述。添加 texture_prompt，或选择其他生成器。',
  'generator.cannot-texture': '{name} 是 Hunyuan3D {version} 服务器，不能为已有模型生成贴图。改用 2.0 版的服务器。',
  'generator.source-too-large': '模型超过 {max, number} MB，{name} 无法接收。先减少其面数或贴图。',
  'generator.unreachable': '{name} 在 {url} 没有响应。启动它，或在设置中更正其地址，然后重新提交任务。',
  'generator.stopped': '{name} 在任务期间停止。重新启动它，然后重新提交任务。',
  'generator.unconfirmed':
    '{name} 可能会为此任务扣除积分，Dropforge 不知道任务如何结束。先在那里查看。如果没有该任务，重新提交任务。',
  'generator.failed-charged':
    '{name} {amount, select, unknown {可能已为此任务扣除积分} other {已为此任务扣除 {amount, number, credits} 积分}}。{reason}',
  'generator.not-saved': '无法保存结果：{reason}。在那里从任务 {task} 下载结果。',
  'generator.lost-again': '{name} 在任务期间重启了两次。在其日志中查找原因，然后重新提交任务。',
  'generator.time-limit':
    '{name} 没有在 {seconds, number} 秒内完成，已被停止。使用更小的输入，或增大其 timeLimitSeconds。',
  'generator.busy': '{name} 忙于其他工作已 {seconds, number} 秒。等它空闲后重新提交任务。',
  'generator.out-of-memory': '{name} 内存不足。关闭其他使用显卡的程序，或减小其模型的规模，然后重新提交任务。',
  'generator.charges': '{url} 上的 {name} 对其任务收费，因此未发送任何内容。设置它每天可花费的积分，或选择其他生成器。',
  'generator.credit-limit':
    '{name} 每天可在 {url} 花费 {limit, number, credits} 积分，这个 {price, number, credits} 积分的任务会超出此上限，因此未发送任何内容。明天（UTC）重新提交，或增大其 creditsPerDay。',
  'generator.price-unknown': '此任务在 {name} 的价格未知，因此未发送任何内容。选择其他生成器。',
  'generator.certificate':
    '{url} 的证书{reason, select, expired {已过期或尚未生效} host {属于另一个主机} other {没有受信任机构的签名}}。更正证书，或在设置中更正 {name} 的地址，然后重新提交任务。',
  'generator.other-server': '{url} 上的服务器的响应不像 {kind} 服务器（{reason}）。在设置中更正 {name} 的地址。',
  'generator.refused': '{name} 拒绝了任务：{reason}。更正其设置，然后重新提交任务。',
  'generator.failed': '{name} 失败：{reason}。在其日志中查找原因，然后重新提交任务。',
  'generator.cancelled-there': '任务已在 {name} 中取消。如果仍然需要，重新提交任务。',
  'generator.no-model': '{name} 结束时没有模型文件。确认它会保存模型文件，然后重新提交任务。',
  'generator.too-large': '{name} 的结果超过 {max, number} MB，已丢弃。减少其面数或贴图尺寸。',
  'generator.unusable': '{name} 的结果不是可用的模型。{reason}',
  'generator.unusable-image': '{name} 的结果不是去除了背景的图像。{reason}',
  'generator.no-image': '{name} 结束时没有图像。确认它会保存图像，然后重新提交任务。',
  'generator.missing-nodes':
    'ComfyUI 缺少 {name} 的工作流需要的节点 {types}。安装它们，重启 ComfyUI，然后重新提交任务。',
  'generator.command-missing': '无法启动 {name} 的程序：{reason}。在设置中更正其命令。',
  'generator.command-failed': '{name} 的程序以 {status} 结束。最后的输出：{reason}',
  'generator.command-silent': '{name} 的程序以 {status} 结束，没有输出。',
} as const satisfies Readonly<Record<keyof typeof GENERATOR_MESSAGES, string>>;

import type { SERVICE_MESSAGES } from './service-messages.ts';

/** Messages about services, their tasks and results, updates, in Simplified Chinese. */
export const SERVICE_MESSAGES_ZH = {
  'service.unreachable-recently': '刚才无法连接。',
  'service.encoding': '它返回的响应使用了不支持的编码。',
  'service.unexpected-response': '它返回了意外的响应。',
  'service.minute-limit': '这一分钟的请求上限已到。',
  'service.certificate':
    '服务器的证书{reason, select, expired {已过期或尚未生效} host {属于另一个主机} other {没有受信任机构的签名}}。',
  'service.authorities':
    '{reason, select, none {其中没有 PEM 格式的证书} expired {其中有已过期的证书} other {其中有损坏的证书}}。',
  'service.response-too-long': '它的响应大于 20 MB 或超过两分钟。',
  'service.none-at-address': '此地址没有生成服务。',
  'service.host-only': '填写 https://host，不带路径。',
  'service.https-only': '地址必须以 https:// 开头，以保护密钥。',
  'service.not-known': '没有服务“{name}”。可用：{names}。',
  'service.name-taken': '“{name}”已经存在。先移除它。',
  'service.name-form': '名称最多 32 个字母、数字、点和短横线。',

  'proxy.credentials': '代理需要用户名和密码。',
  'proxy.status': '代理返回 {status}。',
  'proxy.scheme': '只支持 HTTP 和 HTTPS 代理。在 HTTPS_PROXY 里设置。',

  'key.form': '密钥是由字母、数字和符号组成的一个词。',

  'task.other-key': '这个服务任务是用另一个服务或密钥创建的。',
  'task.no-confirmation': '服务没有确认这个任务，也还没有找到对应的服务任务。',
  'task.cancelled': '服务取消了它。',
  'task.state': '服务报告的状态是“{state}”。',
  'task.id': '服务任务 {id}。',
  'task.no-model': '服务任务结束了，但没有模型。',

  'local-service.closing': 'Dropforge 正在关闭。',
  'local-service.did-not-start': '它没有启动。',

  'webhook.port-unavailable': '用于 Webhook 的端口 {port} 不可用。',

  'port.failed': '端口 {port}（{code}）。',

  'updates.no-version': '更新源不包含版本。',
  'updates.timeout': '{seconds} 秒内没有响应。',
  'updates.too-long': '更新源大于 {kilobytes} KB。',
  'updates.redirect': '它重定向到非 https 地址。',
  'updates.address-form': '输入 https://host/folder 形式的地址，不带查询参数。',
  'updates.https-only': '必须以 https:// 开头，以防被篡改。',

  'result.missing':
    '服务任务 {id} {charge, select, none {没有扣费} known {已扣 {credits} 积分} other {可能已经扣费}}，并已保留。',
  'result.no-file': '服务没有为该任务提供文件。',
  'result.address-refused': '服务器拒绝了下载地址，更新后的地址也被拒绝。',
  'result.status': '服务器返回 {status}。',
  'result.address-invalid': '服务返回的地址无效。',
  'result.address-unsafe': '服务返回的地址不安全（{host}）。',
  'result.address-inside': '服务返回的地址在本地网络（{host}）。',
  'result.address-inside-network': '服务返回的地址在本地网络。',
  'result.over-4-gb': '它超过 4 GB。',
  'result.packed': '它以压缩方式发送，Dropforge 不接受。',
  'result.too-slow': '它以低于每秒 1 KB 的速度到达。',
  'result.incomplete': '{expected} 字节中只收到 {received}。',
  'result.too-many-bytes': '收到的超过声明的 {expected} 字节。',
  'result.out-of-memory': '下载它的内存不够。',
  'result.image-truncated': '其中一张图像不完整。',
  'result.image-unknown': '不支持这种图像格式。',
  'result.truncated': '文件不完整。',
  'result.length-differs': '它声明 {declared} 字节，实际 {actual} 字节。',
  'result.format-unknown': '不支持这种格式。',
  'result.empty': '文件为空。',
  'result.web-page': '这是一个网页。',
  'result.archive-damaged': '无法打开它的压缩包。',
  'result.several-models': '其中有 {count} 个模型，应该只有一个。',
  'result.too-many-files': '其中的文件太多。',
  'result.unpacks-over-4-gb': '解压后超过 4 GB。',
  'result.unsupported-entry': '其中有 Dropforge 不解压的文件。',
  'result.unexpected-entry': '其中有意外的文件（{name}）。',
  'result.compression-ratio': '解压后膨胀得太大。',
  'result.geometry-missing': '缺少几何数据：{name}。',
  'result.geometry-short': '几何数据 {expected} 字节中只有 {actual}。',
  'result.json-over-16-mb': '它的 JSON 超过 16 MB。',
  'result.glb-version': '它是 GLB 版本 {version}。',
  'result.json-damaged': '它的 JSON 已损坏。',
  'result.json-not-gltf': '它的 JSON 不是 glTF。',
  'result.part-past-end': '文件的一部分超出了结尾。',
  'result.header-damaged': '它的文件头已损坏。',
  'result.splats-encoding': '其中的泼溅以文本、列表或大端序存储。',

  'upload.not-accepted': '服务给出的上传地址不接受上传。',

  'subject.key': '密钥',
  'subject.update-feed': '更新源的地址',
} as const satisfies Readonly<Record<keyof typeof SERVICE_MESSAGES, string>>;

import type { ERROR_SUBJECTS } from './error-subjects.ts';

/** What things without a name of their own are called in Simplified Chinese. */
export const ERROR_SUBJECTS_ZH: Readonly<Record<(typeof ERROR_SUBJECTS)[number], string>> = {
  // Things of ours.
  'The hot folder': '监视文件夹',
  'The output folder': '输出文件夹',
  'The export folder': '导出文件夹',
  'The key': '密钥',
  'The update feed address': '更新源地址',
  'the cloud service': '云端服务',
  'the service this job was ordered at': '这个任务下单的服务',
  '{1} as it was when this job was ordered there': '下单时的 {1}',
  'Recipe “{1}”': '流程“{1}”',
  'The setting “{1}”': '设置“{1}”',
  'The target “{1}”': '目标程序“{1}”',
};

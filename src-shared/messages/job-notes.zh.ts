import type { JOB_NOTES } from './job-notes.ts';

/** What main notes of a job, in Simplified Chinese; `{1*}`: what stands there is translated, too. */
export const JOB_NOTES_ZH: Readonly<Record<(typeof JOB_NOTES)[number], string>> = {
  // Of skeletons.
  'The skeleton is ready.': '骨骼已就绪。',
  'The skeleton is ready ({1}).': '骨骼已就绪（{1}）。',
  'The rig check did not say whether the model can get a skeleton.': '绑定检查没有说明模型能否绑定骨骼。',
  'The rig check says that the model can get a skeleton.': '绑定检查说模型可以绑定骨骼。',
  'The rig check says that the model can get a skeleton ({1}).': '绑定检查说模型可以绑定骨骼（{1}）。',
  'The rig check says that the model cannot get a skeleton.': '绑定检查说模型不能绑定骨骼。',
  // Of what was made before, and of what arrived.
  '{1}: made already in this job, nothing was charged.': '{1*}：这个任务里已经做过，未扣费。',
  '{1}: made already in “{2}”, nothing was charged.': '{1*}：“{2}”里已经做过，未扣费。',
  '{1} names a picture that is not there: {2}.': '{1} 提到的图片不存在：{2*}。',
  '{1} has a picture that is empty: {2}.': '{1} 中有一张空的图片：{2*}。',
  '{1} has a picture that ends too early: {2}.': '{1} 中有一张不完整的图片：{2*}。',
  '{1} is a PLY without Gaussian splats: it has no “{2}”.': '{1} 是没有高斯泼溅的 PLY：缺少“{2}”。',
  '… and {1} more of its pictures.': '……还有 {1} 张图片也是如此。',
  'Not checked: {1}': '没有检查：{1*}',
  'The job ended before everything was made; what was finished is in the export folder.':
    '任务没有全部做完就结束了；已完成的在导出文件夹里。',
  'What was finished is in the library only. {1}': '已完成的只在资料库里。{1*}',
  // Of models that were found at the service.
  'A second task of the same order was found: {1}.': '找到了同一份订单的第二个服务任务：{1}。',
  'Found at the service: task {1}.': '在服务端找到：服务任务 {1}。',
};

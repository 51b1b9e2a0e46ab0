import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTargetHandlers } from '../../../src-main/ipc/handlers/target-handlers.ts';
import { importValues, targetView } from '../../../src-shared/ipc/views/target-view.ts';
import { makeComputer } from '../../dcc/send/other-computer.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

describe('targets as the page asks for them', () => {
  it('are listed without a path, and a bridge goes in and out by the name of its target', async () => {
    const root = makeTempFolder();
    const computer = makeComputer(root, { platform: 'linux' });
    computer.put('/opt/hfs20.5.278/bin/houdini');
    const exportFolder = path.join(root, 'Export');
    const handlers = createTargetHandlers(() => [exportFolder], computer);
    const list = async () => {
      const views = await handlers['targets:list'](null);
      for (const view of views) expect(targetView.parse(view)).toEqual(view);
      expect(JSON.stringify(views)).not.toContain(root);
      expect(JSON.stringify(views)).not.toContain('/opt');
      return views.find(({ name }) => name === 'houdini')?.places[0];
    };
    expect(await list()).toMatchObject({ project: null, title: '20.5.278', bridge: 'none' });
    const choice = { name: 'houdini', project: null };
    const [installed] = await handlers['targets:install'](choice);
    expect(installed).toMatchObject({ title: '20.5.278', before: null, preserved: 0 });
    expect(existsSync(path.join(computer.home, 'houdini20.5/packages/dropforge.json'))).toBe(true);
    expect(await list()).toMatchObject({ bridge: 'current', isElsewhere: false });
    const settings = await handlers['targets:settings'](choice);
    expect(settings).toMatchObject({ formats: [], scale: 1 });
    expect(importValues.parse(settings)).toEqual(settings);
    const changes = { formats: ['obj', 'fbx'] };
    expect(await handlers['targets:set']({ ...choice, changes })).toEqual({ ...settings, ...changes });
    await expect(handlers['targets:set']({ ...choice, changes: { folder: '/etc' } })).rejects.toMatchObject({
      code: 'config_invalid',
    });
    const moved = createTargetHandlers(() => [path.join(root, 'Other')], computer);
    expect((await moved['targets:list'](null)).find(({ name }) => name === 'houdini')?.places[0]?.isElsewhere).toBe(
      true,
    );
    const both = createTargetHandlers(() => [path.join(root, 'Other'), exportFolder], computer);
    const [seen] = (await both['targets:list'](null)).flatMap(({ name, places }) => (name === 'houdini' ? places : []));
    expect(seen?.isElsewhere).toBe(false);
    // Wishes that come together are carried out one after the other.
    const [removed, again] = await Promise.all([
      handlers['targets:remove'](choice),
      handlers['targets:remove'](choice),
    ]);
    expect([removed.length, again.length]).toEqual([1, 0]);
    expect(await list()).toMatchObject({ bridge: 'none' });
  });

  it('take a project by the id they gave it, never by a path', async () => {
    const root = makeTempFolder();
    const computer = makeComputer(root, { platform: 'linux' });
    const project = path.join(root, 'Kiln');
    computer.put(path.join(project, 'ProjectSettings/ProjectVersion.txt'));
    const known = JSON.stringify({ data: { [project]: {} } });
    computer.put(path.join(computer.home, '.config/UnityHub/projects-v1.json'), known);
    const handlers = createTargetHandlers(() => [path.join(root, 'Export')], computer);
    const unity = (await handlers['targets:list'](null)).find(({ name }) => name === 'unity');
    const [place] = unity?.places ?? [];
    expect(place).toMatchObject({ title: 'Kiln', bridge: 'none' });
    await expect(handlers['targets:install']({ name: 'unity', project })).rejects.toMatchObject({ code: 'not_found' });
    const [installed] = await handlers['targets:install']({ name: 'unity', project: place?.project ?? null });
    expect(installed?.title).toBe('Kiln');
  });

  it('refuse a target that is not in the table', async () => {
    const handlers = createTargetHandlers(
      () => [makeTempFolder()],
      makeComputer(makeTempFolder(), { platform: 'linux' }),
    );
    const choice = { name: '../blender', project: null };
    await expect(handlers['targets:install'](choice)).rejects.toMatchObject({ code: 'config_invalid' });
    await expect(handlers['targets:test'](choice)).rejects.toMatchObject({ code: 'config_invalid' });
  });
});

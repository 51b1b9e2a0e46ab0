import { describe, expect, it } from 'vitest';
import type { DeliveryView, LiveTarget } from '../../../../src-shared/delivery/delivery-view.ts';
import type { TargetInstallationView, TargetView } from '../../../../src-shared/ipc/views/target-view.ts';
import { findDraggedFile } from '../../../../src-renderer/features/create/find-dragged-file.ts';
import {
  bridgeChangeSentences,
  deliveryState,
  installLabel,
  rowDelivery,
  sortTargets,
  targetState,
  targetTitle,
  worstBridge,
} from '../../../../src-renderer/features/targets/target-facts.ts';
import { buildArtifact, buildJob } from '../../build-job.ts';
import { toErrorInfo } from '../../../../src-shared/base/errors.ts';

const live: LiveTarget = {
  target: 'blender@studio-7',
  program: 'blender',
  programVersion: '4.2.1',
  bridgeVersion: '1.0.0',
  host: 'studio-7',
  isLive: true,
  state: 'idle',
  formats: ['glb'],
  notes: [],
};

function buildPlace(changes: Partial<TargetInstallationView> = {}): TargetInstallationView {
  return { project: null, title: '4.2', bridge: 'current', bridgeVersion: '1.0.0', isElsewhere: false, ...changes };
}

function buildTarget(changes: Partial<TargetView> = {}): TargetView {
  return {
    name: 'blender',
    title: 'Blender',
    hasBridge: true,
    isInProjects: false,
    canTest: true,
    formats: ['glb'],
    verified: 'real',
    places: [buildPlace()],
    problem: null,
    ...changes,
  };
}

function buildDelivery(changes: Partial<DeliveryView> = {}): DeliveryView {
  return {
    assetId: 'a',
    name: 'fox',
    target: 'blender@studio-7',
    status: 'imported',
    seconds: 0.42,
    warnings: [],
    contradictions: [],
    at: '2026-01-31T12:00:00.000Z',
    ...changes,
  };
}

describe('targets', () => {
  it('are found when they are installed or show signs of life, live ones first', () => {
    const views = [
      buildTarget({ name: 'maya', title: 'Maya', places: [] }),
      buildTarget({ name: 'prusa-slicer', title: 'PrusaSlicer', hasBridge: false }),
      buildTarget({ places: [] }),
      buildTarget({ name: 'folder', title: 'Any folder', places: [] }),
    ];
    const { found, missing } = sortTargets(views, [live]);
    expect(found.map(({ view }) => view.name)).toEqual(['blender', 'prusa-slicer']);
    expect(missing).toEqual(['Maya']);
  });

  it('differ in their light, not by colour alone', () => {
    const view = buildTarget();
    expect(targetState({ view, live: [live] })).toEqual({ light: 'live', words: 'Running', tone: 'green' });
    expect(targetState({ view, live: [{ ...live, state: 'importing' }] }).light).toBe('half');
    expect(targetState({ view, live: [{ ...live, isLive: false }] }).words).toBe('Not running');
    expect(targetState({ view: buildTarget({ places: [buildPlace({ bridge: 'none' })] }), live: [] }).words).toBe(
      'No bridge',
    );
    expect(
      targetState({ view: buildTarget({ problem: toErrorInfo(new Error('Damaged.')) }), live: [live] }).light,
    ).toBe('issue');
  });

  it('offer what their worst bridge needs', () => {
    expect(worstBridge([buildPlace(), buildPlace({ bridge: 'changed' })])).toBe('changed');
    expect(installLabel([buildPlace()])).toBeNull();
    expect(installLabel([buildPlace(), buildPlace({ bridge: 'old' })])).toBe('Update bridge');
    expect(installLabel([buildPlace(), buildPlace({ bridge: 'none' })])).toBe('Install bridge');
    expect(installLabel([buildPlace({ isElsewhere: true })])).toBe('Install bridge');
  });

  it('are called by what they are, seen or not', () => {
    expect(targetTitle('blender@studio-7', [live])).toBe('Blender 4.2');
    expect(targetTitle('unity@mobile', [live])).toBe('Unity');
  });

  it('say what came of an installation', () => {
    const change = {
      title: '4.2',
      bridgeVersion: '1.1.0',
      before: '1.0.0',
      preserved: 1,
      unchanged: 0,
      next: 'Start it.',
    };
    expect(bridgeChangeSentences('install', [change])).toEqual([
      'Bridge updated from 1.0.0 to 1.1.0 in 4.2.',
      'Kept 1 file that you changed.',
      'Start it.',
    ]);
    expect(bridgeChangeSentences('remove', [])).toEqual(['No Dropforge bridge was installed.']);
  });
});

describe('deliveries', () => {
  it('tell how long they took and what differs', () => {
    expect(deliveryState(buildDelivery())).toEqual({ words: 'Imported in 0.4 s', tone: 'green' });
    expect(deliveryState(buildDelivery({ contradictions: ['Too large.'] }))).toEqual({
      words: 'Imported in 0.4 s, 1 warning',
      tone: 'amber',
    });
    expect(deliveryState(buildDelivery({ status: 'failed' })).tone).toBe('red');
  });

  it('show on a row once a target answered', () => {
    expect(rowDelivery([buildDelivery({ status: 'waiting' })], [live])).toBeNull();
    const failed = buildDelivery({ target: 'unity@mobile', status: 'failed' });
    expect(rowDelivery([buildDelivery(), failed], [live])).toEqual({
      words: 'Blender 4.2 · Unity: not imported',
      isDelivered: true,
      isOdd: true,
    });
  });
});

describe('what is dragged for a job', () => {
  it('is the exported model that most programs read', () => {
    const glb = buildArtifact();
    const fbx = buildArtifact({ id: 'artifact-2', step: 1, format: 'fbx' });
    const { steps } = buildJob();
    expect(findDraggedFile({ steps, artifacts: [glb, fbx] })).toBe(fbx);
    expect(findDraggedFile({ steps, artifacts: [glb, { ...fbx, exported: false }] })).toBe(glb);
    expect(findDraggedFile({ steps, artifacts: [{ ...glb, role: 'preview' }] })).toBeNull();
  });
});

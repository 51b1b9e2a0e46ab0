import { describe, expect, test } from 'vitest';
import { listRiskyChanges } from '../../../src-main/ipc/page-access/list-risky-changes.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import { settings, type Settings } from '../../../src-shared/settings/settings.ts';

const EU = { baseUrl: 'https://eu.example', deployment: 'international' } as const;
const limits = {
  confirmAbove: '5.00',
  perDay: '50.00',
  perRecipe: { film: '10.00' },
  perFolder: { inbox: '20.00' },
  pauseBelow: '100.00',
};
const folder = { id: 'inbox', path: '/renders/Props', mostAtOnce: 20 };
const before = settings.parse({ services: { eu: EU }, spending: limits, hotFolders: [folder] });

/** What is risky about a change of settings with a cloud service and every limit. */
function risksOf(change: Partial<Settings>): string[] {
  return listRiskyChanges(before, settings.parse({ ...before, ...change })).map(toEnglish);
}
const spend = (change: Partial<Settings['spending']>): string[] => risksOf({ spending: { ...limits, ...change } });
const hot = (change: object): string[] =>
  risksOf({ hotFolders: settings.parse({ hotFolders: [{ ...folder, ...change }] }).hotFolders });

describe('services', () => {
  test('a new address is risky, by name or in use', () => {
    const evil = { baseUrl: 'https://evil.example', deployment: 'international' } as const;
    const risk = [expect.stringMatching(/^Use the service https:\/\/evil\.example\. It receives your API key/)];
    expect(risksOf({ services: { eu: EU, other: evil } })).toEqual(risk);
    expect(risksOf({ services: { eu: evil } })).toEqual(risk);
    expect(risksOf({ cloud: evil, service: 'cloud' })).toEqual(risk);
    expect(risksOf({ cloud: { ...EU, baseUrl: 'https://eu.example.evil' } })).toHaveLength(1);
    expect(risksOf({ cloud: { ...EU, baseUrl: 'http://127.0.0.1:9' } })).toHaveLength(1);
  });

  test('another storage or other certificates of a known address are risky, each service alone', () => {
    const trusted = { ...EU, storage: 'https://s3.lan', authorities: 'PEM' };
    const risk = [
      'Trust the certificates and the storage that were given for the service https://eu.example, for this service only.',
    ];
    expect(risksOf({ services: { eu: { ...EU, authorities: 'PEM' } } })).toEqual(risk);
    expect(risksOf({ services: { eu: EU, again: { ...EU, storage: 'https://s3.lan' } } })).toEqual(risk);
    const known = settings.parse({ ...before, services: { eu: trusted } });
    expect(listRiskyChanges(known, { ...known, cloud: trusted, service: 'cloud' })).toEqual([]);
    expect(listRiskyChanges(known, { ...known, cloud: EU, service: 'cloud' })).toEqual([]);
    expect(listRiskyChanges(known, { ...known, cloud: { ...trusted, authorities: 'OTHER' } })).toHaveLength(1);
  });

  test('sending again without a question is risky, by name or in use; asking again is not', () => {
    const auto = { ...EU, resend: 'auto' } as const;
    const risk = [
      'Send a task to https://eu.example again without a question if the service proves that it never received it.',
    ];
    expect(risksOf({ services: { eu: auto } })).toEqual(risk);
    expect(risksOf({ cloud: auto })).toEqual(risk);
    const sending = settings.parse({ ...before, services: { eu: auto } });
    expect(listRiskyChanges(sending, { ...sending, services: { eu: { ...auto, resend: 'strict' } } })).toEqual([]);
    expect(listRiskyChanges(sending, { ...sending, cloud: auto, service: 'cloud' })).toEqual([]);
  });

  test('the question about the first service says which limits apply, because they could be changed before', () => {
    const questionsOf = (now: Settings) => listRiskyChanges(now, { ...now, cloud: EU }).map(toEnglish);
    const question = 'Use the service https://eu.example. It receives your API key for it, images, models and prompts.';
    expect(questionsOf(settings.parse({}))).toEqual([`${question} Daily limit: none.`]);
    const spending = { ...limits, perFolder: { inbox: '900.00' } };
    expect(questionsOf(settings.parse({ spending, hotFolders: [{ ...folder, mostAtOnce: 501 }] }))).toEqual([
      `${question} Daily limit: 50.00 credits. The confirmation limit: 0.00 credits → 5.00 credits. ` +
        'The daily limit of folder “Props”: none → 900.00 credits. ' +
        'New files at once that need no confirmation in the hot folder “Props”: 500 → 501.',
    ]);
  });

  test('known addresses, other names, removal, this computer and rehearsal are not', () => {
    expect(risksOf({ cloud: EU, service: 'cloud' })).toEqual([]);
    expect(risksOf({ services: { other: { ...EU, deployment: 'china', resend: 'strict' } } })).toEqual([]);
    expect(risksOf({ services: {} })).toEqual([]);
    expect(risksOf({ service: 'local', rehearsal: true, theme: 'light' })).toEqual([]);
  });
});

describe('the network', () => {
  const feed = (address: string | null) => ({ updates: { ask: true, address, notNow: null, download: false } });

  test('links to the local network and another update feed are risky, also without a cloud service', () => {
    expect(risksOf({ linksInside: true })).toEqual(['Allow links to this computer and the local network.']);
    expect(risksOf(feed('https://evil.example/'))).toEqual([
      'Check for updates at https://evil.example/ and show its download page.',
    ]);
    const local = settings.parse({});
    const risks = listRiskyChanges(local, settings.parse({ linksInside: true, ...feed('https://evil.example/') }));
    expect(risks).toHaveLength(2);
    const other = settings.parse({ ...before, ...feed('https://one.example/') });
    expect(listRiskyChanges(other, { ...other, ...feed('https://two.example/') })).toHaveLength(1);
  });

  test('fewer links, no feed, the same feed and its other settings are not', () => {
    const open = settings.parse({ ...before, linksInside: true, ...feed('https://one.example/') });
    expect(listRiskyChanges(open, { ...open, linksInside: false, ...feed(null) })).toEqual([]);
    expect(listRiskyChanges(open, { ...open, updates: { ...open.updates, ask: false, notNow: '9.9.9' } })).toEqual([]);
    expect(listRiskyChanges(open, open)).toEqual([]);
  });
});

describe('limits', () => {
  test('higher and removed maximums are risky', () => {
    expect(spend({ perDay: '50.01' })).toEqual(['The daily limit: 50.00 credits → 50.01 credits.']);
    expect(spend({ perDay: null })).toEqual(['The daily limit: 50.00 credits → none.']);
    expect(spend({ perDay: '100.00' })).toHaveLength(1);
    expect(spend({ confirmAbove: '9.00' })).toEqual(['The confirmation limit: 5.00 credits → 9.00 credits.']);
    expect(spend({ perRecipe: {} })).toEqual(['The daily limit of recipe “film”: 10.00 credits → none.']);
    expect(spend({ perRecipe: { film: '11.00' } })).toHaveLength(1);
    expect(spend({ perFolder: { inbox: '21.00' } })).toEqual([
      'The daily limit of folder “Props”: 20.00 credits → 21.00 credits.',
    ]);
    expect(spend({ perFolder: {} })).toHaveLength(1);
  });

  test('a lower or removed minimum balance is risky', () => {
    expect(spend({ pauseBelow: '99.99' })).toEqual(['The minimum balance: 100.00 credits → 99.99 credits.']);
    expect(spend({ pauseBelow: null })).toHaveLength(1);
  });

  test('the first limit of a folder is risky: within it, the folder spends without confirmation', () => {
    expect(spend({ perFolder: { ...limits.perFolder, other: '1.00' } })).toEqual([
      'The daily limit of folder “other”: none → 1.00 credits.',
    ]);
  });

  test('more new files at once without confirmation are risky, also in a new folder', () => {
    expect(hot({ mostAtOnce: 21 })).toEqual([
      'New files at once that need no confirmation in the hot folder “Props”: 20 → 21.',
    ]);
    expect(hot({ id: 'new', mostAtOnce: 501 })).toHaveLength(1);
    expect(hot({ id: 'new', mostAtOnce: 500 })).toEqual([]);
  });

  test('the same and stricter limits are not', () => {
    expect(spend({})).toEqual([]);
    expect(spend({ confirmAbove: '0.00', perDay: '9.00', pauseBelow: '1000.00' })).toEqual([]);
    expect(spend({ perRecipe: { film: '9.00', toy: '1.00' }, perFolder: { inbox: '0.00' } })).toEqual([]);
    expect(hot({ mostAtOnce: 1, after: 'stay' })).toEqual([]);
  });

  test('names of object members are names like any other', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      expect(spend({ perRecipe: { ...limits.perRecipe, [name]: '1.00' } })).toEqual([]);
      expect(spend({ perFolder: { ...limits.perFolder, [name]: '1.00' } })).toHaveLength(1);
    }
  });

  test('nothing is risky while no cloud service is known, and each risk of one change is listed', () => {
    const local = settings.parse({ spending: limits });
    const loose = { ...limits, perDay: null, confirmAbove: '1000.00' };
    expect(listRiskyChanges(local, { ...local, spending: loose })).toEqual([]);
    const all = listRiskyChanges(local, { ...local, spending: loose, cloud: EU }).map(({ id }) => id);
    expect(all).toEqual(['confirmation.service', 'confirmation.limit', 'confirmation.limit']);
  });
});

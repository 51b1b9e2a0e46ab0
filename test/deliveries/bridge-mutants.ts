import { checkBridge, type BridgeBug } from './check-bridge.ts';
import { plant, type DeliveryMutant } from './delivery-mutant.ts';

/** A bug that one test of the bridge's core must find. */
function plantInCore(name: string, test: `${string}.${string}.${string}`, bug: BridgeBug): DeliveryMutant {
  const [module = '', ...rest] = test.split('.');
  const check = (planted?: BridgeBug): Promise<void> => checkBridge(module, rest.join('.'), planted);
  return plant(name, `FAIL: ${rest.at(-1)}`, check, bug);
}

/** Planted bugs in the core of the bridges. */
export const BRIDGE_MUTANTS: readonly DeliveryMutant[] = [
  plantInCore(
    'a receipt is written before the import has ended',
    'test_claims.ClaimsTest.test_the_work_of_a_killed_bridge_is_taken_over_by_one_other',
    {
      file: 'bridge.py',
      line: 'result = self._adapter.import_asset(order)',
      mutant: [
        'early = make_receipt(order.asset, self.target, self._adapter, order.file, None, None, 0.0, 1, job.loose)',
        'self._index.send(early)',
        'result = self._adapter.import_asset(order)',
      ],
    },
  ),
  plantInCore('a claim of another bridge is ignored', 'test_claims.ClaimsTest.test_a_claim_that_is_refreshed_stays', {
    file: 'claims.py',
    line: 'if not self._is_expired(found[-1][1]):',
    mutant: ['if False:'],
  }),
  plantInCore(
    'an asset that another bridge took over is imported',
    'test_claims.ClaimsTest.test_a_bridge_that_slept_leaves_an_asset_that_another_bridge_took_over',
    { file: 'bridge.py', line: 'if not job.claim.is_valid():', mutant: ['if False:'] },
  ),
  plantInCore(
    'a file is imported without a check of its hash',
    'test_manifests.ManifestTest.test_other_content_than_promised_is_refused_by_name',
    {
      file: 'background_worker.py',
      line: 'for path, name, sha256 in prepared.promises:',
      mutant: ['for path, name, sha256 in ():'],
    },
  ),
];

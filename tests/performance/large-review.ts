import { createReview } from '../../src/bench/store/create-review'
import { Connection } from '../../src/bench/store/file/connection'
import { integer, real } from '../../src/bench/store/file/encode'
import { expandCases } from '../../src/core/plan/cases'
import { orderRuns } from '../../src/core/plan/order'
import { thisMachine } from '../../src/core/plan/destination'
import type { Plan } from '../../src/core/plan/plan'
import { seededRandom } from '../../src/core/statistics/special/seeded-random'

/** 5 x 20 x 20 x 18 = 36,000 cases of 10 runs. */
export const largePlan: Plan = {
  schema: 1,
  id: 'large',
  name: 'Large matrix',
  notes: '',
  engine: 'fio',
  base: { pattern: 'random-mix', direct: true, file_size: 68719476736, runtime: 30 },
  axes: [
    { key: 'block_size', levels: [4096, 8192, 16384, 65536, 131072] },
    { key: 'read_percent', levels: Array.from({ length: 20 }, (_, i) => 100 - 5 * i) },
    { key: 'queue_depth', levels: Array.from({ length: 20 }, (_, i) => i + 1) },
    { key: 'jobs', levels: Array.from({ length: 18 }, (_, i) => i + 1) },
  ],
  excluded: [],
  repetitions: 10,
  order: { kind: 'shuffled', seed: 7 },
  pauseSeconds: 0,
  onFailure: 'continue',
  target: { kind: 'folder', path: '/mnt/drive' },
  hosts: [thisMachine],
}

export const largeCaseCount = 36_000
export const largeRunsPerSide = 10

/**
 * Writes a results file with campaigns of 36,000 cases by 10 runs, one for each configuration; every third case of
 * `firmware B` differs by 2 %. The results are inserted with SQL, which takes seconds, whereas the seals of 720,000
 * transactions would take minutes.
 */
export function writeLargeReview(path: string, configurations = ['firmware A', 'firmware B']): void {
  const cases = expandCases(largePlan)
  const runs = orderRuns(largePlan)
  const random = seededRandom(42)
  const noise = () => 1 + 0.03 * (random() + random() + random() - 1.5)
  const levels = cases.map(() => 10 ** (2 + 4 * random()))
  const review = createReview(path)
  const stored = configurations.map((configuration) => {
    const campaignId = review.createCampaign({
      plan: largePlan,
      configuration,
      hostId: 'local',
      hostName: 'bench-1',
      cases,
      runs: runs.map((run) => ({ ...run, phase: 'measure', seed: run.position })),
      dataFile: undefined,
    })
    return {
      campaignId,
      effect: configuration === 'firmware B' ? 1.02 : 1,
      runs: review.execution(campaignId)?.runs ?? [],
    }
  })
  review.close()
  const connection = new Connection(path, 'write')
  connection.write(() => {
    connection.change("UPDATE run SET state = 'done', finished_ms = 1700000060000, exit_code = 0")
    const quantityId = connection.insert(
      "INSERT INTO quantity (test, direction, metric, unit) VALUES ('random-mix', 'total', 'iops', 'IOPS')",
    )
    for (const { campaignId, effect, runs: ofCampaign } of stored) {
      for (const { runId, caseIndex } of ofCampaign) {
        const iops = (levels[caseIndex] ?? 1) * (caseIndex % 3 === 0 ? effect : 1) * noise()
        connection.change(
          'INSERT INTO scalar (campaign_id, quantity_id, run_id, value) VALUES (?, ?, ?, ? / ?)',
          integer(campaignId, 'A campaign id'),
          integer(quantityId, 'A quantity id'),
          integer(runId, 'A run id'),
          ...real(iops, 'IOPS'),
        )
      }
    }
  })
  connection.close()
}

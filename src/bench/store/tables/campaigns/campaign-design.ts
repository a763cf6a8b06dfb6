import { createHash } from 'node:crypto'
import type { Case, Plan } from '../../../../core/plan/plan'
import type { CampaignSource } from '../../../../core/results/campaign/campaign'
import type { RunPhase } from '../../../../core/results/run'
import { integerOf, textOf, countOf } from '../../file/columns'
import type { Connection } from '../../file/connection'
import { integer } from '../../file/encode'
import { limits } from '../../file/format'

export interface NewCampaign {
  readonly plan: Plan
  readonly configuration: string
  readonly hostId: string
  readonly hostName: string
  readonly cases: readonly Case[]
  /** In execution order; layout runs included, with `repetition` 0. */
  readonly runs: readonly {
    readonly caseIndex: number
    readonly repetition: number
    readonly phase: RunPhase
    readonly seed: number
  }[]
  readonly dataFile: string | undefined
  /** Campaigns of the single hosts, with as many runs, if this one is a synchronised job on several. */
  readonly machines?: readonly NewCampaign[]
  /** Default `measured`: runs of this program. */
  readonly source?: CampaignSource
}

/**
 * Checksum over all cases and all runs as designed: a JSON array per line, cases by index, then runs by
 * position; first 16 bytes of the SHA-256. It stays the same whatever becomes of the runs.
 */
export function designChecksum(cases: readonly Case[], runs: NewCampaign['runs']): Uint8Array {
  const hash = createHash('sha256')
  for (const one of [...cases].sort((a, b) => a.index - b.index))
    hash.update(line([one.index, one.key, JSON.stringify(one.levels)]))
  runs.forEach((run, position) =>
    hash.update(line([position, run.caseIndex, run.repetition, run.phase, run.seed])),
  )
  return hash.digest().subarray(0, 16)
}

/** The same checksum from the stored rows. */
export function storedDesignChecksum(connection: Connection, campaignId: number): Uint8Array {
  const hash = createHash('sha256')
  const id = [integer(campaignId, 'A campaign id')]
  connection.forEach(
    'SELECT case_index, case_key, levels FROM campaign_case WHERE campaign_id = ? ORDER BY case_index',
    id,
    (row) =>
      hash.update(
        line([
          countOf(row, 'case_index'),
          textOf(row, 'case_key', limits.levels),
          textOf(row, 'levels', limits.levels),
        ]),
      ),
  )
  connection.forEach(
    'SELECT position, case_index, repetition, phase, seed FROM run WHERE campaign_id = ? ORDER BY position',
    id,
    (row) =>
      hash.update(
        line([
          integerOf(row, 'position'),
          countOf(row, 'case_index'),
          countOf(row, 'repetition'),
          textOf(row, 'phase'),
          integerOf(row, 'seed'),
        ]),
      ),
  )
  return hash.digest().subarray(0, 16)
}

function line(parts: readonly (string | number)[]): string {
  return `${JSON.stringify(parts)}\n`
}

import { cleanText } from '../figures/clean-text'
import type { CampaignDetail } from '../results/campaign'
import { formatBytes } from '../units/bytes'
import { meanText, type MeasuredCase } from './campaign-summary'

/** A result in one picture for a post: a drive, up to eight numbers, and what they were measured on. */
export interface ResultCard {
  readonly title: string
  readonly subtitle: string
  readonly tiles: readonly CardTile[]
  /** Machine, then program and date. */
  readonly lines: readonly string[]
}

export interface CardTile {
  readonly label: string
  readonly mean: string
  /** 95 % interval of the mean; unset for a single run. */
  readonly interval: string | undefined
}

/** Numbers on a card. */
const mostTiles = 8
const longestText = 120

/**
 * The card of a campaign. With more cases than fit, these are spread evenly over the plan's, the first and the last among
 * them, and the subtitle says of how many.
 */
export function resultCard(
  campaign: Pick<
    CampaignDetail,
    'name' | 'configuration' | 'device' | 'hostRecord' | 'engine' | 'engineVersion' | 'finishedAtMs'
  >,
  cases: readonly MeasuredCase[],
): ResultCard {
  const { name, configuration, device, hostRecord, engine, engineVersion, finishedAtMs } = campaign
  const shown = spread(cases, mostTiles)
  const part = shown.length < cases.length ? [`${shown.length} of ${cases.length} cases`] : []
  const machine = [
    hostRecord.cpu?.model,
    hostRecord.memoryBytes === undefined ? undefined : `${formatBytes(hostRecord.memoryBytes, 2)} memory`,
    hostRecord.kernel === undefined ? undefined : `Linux ${hostRecord.kernel.replace(/^Linux /, '')}`,
    hostRecord.fileSystem?.type,
  ]
  const day = finishedAtMs === undefined ? undefined : new Date(finishedAtMs).toISOString().slice(0, 10)
  const clean = (parts: readonly (string | undefined)[], between: string) =>
    cleanText(parts.filter((one) => one !== undefined && one !== '').join(between), longestText)
  return {
    title: clean([device], ''),
    subtitle: clean([name, configuration, ...part], ' · '),
    tiles: shown.map((one) => {
      const { mean, interval } = meanText(one)
      return { label: cleanText(one.label, longestText), mean, interval }
    }),
    lines: [
      clean(machine, ' · '),
      clean([`${engine} ${engineVersion ?? ''}`.trim(), day, 'Benchwright'], ' · '),
    ],
  }
}

/** `most` of them, evenly, in their order. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  return Array.from(
    { length: most },
    (_, at) => all[Math.round((at * (all.length - 1)) / (most - 1))],
  ).filter((one) => one !== undefined)
}

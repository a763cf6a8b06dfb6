import { template } from '../words/template'
import { cleanText } from '../figures/figure/clean-text'
import type { CampaignDetail } from '../results/campaign/campaign'
import { testLabel } from '../plan/levels/level-words'
import { reservationsText } from '../results/reserved-runs'
import { formatBytes } from '../units/bytes'
import { largestOf } from '../iterables'
import { meanText, type MeasuredCase } from './campaign-summary'

const someCases = template('card-some-cases', '{shown} of {all} cases.', { shown: 'count', all: 'count' })
const singleRuns = template('card-single-runs', 'One run a case, so there are no intervals.')
const meansWithIntervals = template(
  'card-intervals',
  'Means of {runs} runs a case with 95\u202f% intervals.',
  { runs: 'range' },
)
/** Runs of one value have none. */
const meansAlone = template('card-means', 'Means of {runs} runs a case, which are alike.', { runs: 'range' })
const failedRuns = template('card-failed', '{runs|# run|# runs} failed.', { runs: 'count' })

export interface CardTile {
  readonly label: string
  readonly mean: string
  /** 95 % interval of the mean; unset for a single run. */
  readonly interval: string | undefined
}

/** Numbers on a card. */
const mostTiles = 8
const longestText = 120

/** A result in one picture for a post: a drive, up to eight numbers, and the machine they were measured on. */
export type ResultCard = ReturnType<typeof resultCard>

/**
 * The card of a campaign. With more cases than fit, these are spread evenly over the plan's, the first and the last among
 * them, and the card says of how many.
 */
export function resultCard(
  campaign: Pick<
    CampaignDetail,
    | 'name'
    | 'configuration'
    | 'device'
    | 'withoutDrive'
    | 'hostRecord'
    | 'engine'
    | 'engineVersion'
    | 'finishedAtMs'
    | 'runs'
  >,
  cases: readonly MeasuredCase[],
) {
  const { name, configuration, device, withoutDrive, hostRecord, engine, engineVersion, finishedAtMs } =
    campaign
  const shown = spread(cases, mostTiles)
  const onlyTest = cases[0]?.onlyTest
  const machine = [
    hostRecord.cpu?.model,
    hostRecord.memoryBytes === undefined ? undefined : `${formatBytes(hostRecord.memoryBytes)} memory`,
    hostRecord.kernel === undefined ? undefined : `Linux ${hostRecord.kernel.replace(/^Linux /, '')}`,
    withoutDrive ? undefined : hostRecord.fileSystem?.type,
  ]
  const day = finishedAtMs === undefined ? undefined : new Date(finishedAtMs).toISOString().slice(0, 10)
  const clean = (parts: readonly (string | undefined)[], between: string) =>
    cleanText(parts.filter((one) => one !== undefined && one !== '').join(between), longestText)
  return {
    title: clean([withoutDrive ? name : device], ''),
    subtitle: clean([...(withoutDrive ? [] : [name]), configuration, onlyTest && testLabel(onlyTest)], ' · '),
    tiles: shown.map((one) => {
      const { mean, interval } = meanText(one)
      const known = reservationsText(one.reservations, one.found.values.length)
      const label = known === '' ? one.label : `${one.label} (${known})`
      return { label: cleanText(label, longestText), mean, interval }
    }),
    /** The number of runs behind the numbers, the kind of intervals, and failures. */
    statistics: statisticsOf(shown, cases.length, campaign.runs),
    /** Machine, if known, then program and date. */
    lines: [
      clean(machine, ' · '),
      clean([`${engine} ${engineVersion ?? ''}`.trim(), day, 'Benchwright'], ' · '),
    ].filter((line) => line !== ''),
  }
}

/** "8 of 22 cases. Means of 3 runs a case with 95 % intervals. 2 runs failed." */
function statisticsOf(shown: readonly MeasuredCase[], all: number, runs: CampaignDetail['runs']): string {
  const counts = shown.map(({ found }) => found.values.length)
  const failed = runs.filter(({ phase, state }) => phase === 'measure' && state === 'failed').length
  const hasInterval = shown.some((one) => meanText(one).interval !== undefined)
  const sentences = [
    ...(shown.length < all ? [someCases({ shown: shown.length, all })] : []),
    largestOf(counts, 0) <= 1
      ? singleRuns()
      : (hasInterval ? meansWithIntervals : meansAlone)({ runs: counts }),
    ...(failed === 0 ? [] : [failedRuns({ runs: failed })]),
  ]
  return shown.length === 0 ? '' : sentences.join(' ')
}

/** `most` of them, evenly, in their order. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  return Array.from(
    { length: most },
    (_, at) => all[Math.round((at * (all.length - 1)) / (most - 1))],
  ).filter((one) => one !== undefined)
}

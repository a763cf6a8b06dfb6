import { cleanText, textLimits } from '../../core/figures/figure/clean-text'
import type { Figure } from '../../core/figures/figure/figure'
import type { FigureSettings } from '../../core/figures/kinds/figure-kinds'
import type { FigureProvenance } from '../../core/figures/figure/provenance'
import { namedLevel } from '../../core/plan/levels/format-level'
import type { LevelValue } from '../../core/plan/plan'
import type { Reservation } from '../../core/results/reservation'
import { isInvalidating, reservationName, type ReservedRuns } from '../../core/results/reserved-runs'
import type { RunSummary } from '../../core/results/run'
import { groupBy } from '../../core/iterables'
import { template } from '../../core/words/template'
import type { ReviewReads } from '../store/review-reads'

const ofCampaign = template('reserved-campaign', ' of {campaign}', { campaign: 'name' })
const of = { of: [ofCampaign] }
const itsRun = template('reserved-its-run', 'the run{of}', { of })
const allRuns = template('reserved-all-runs', 'all {runs} runs{of}', { of, runs: 'count' })
const someRuns = template('reserved-some-runs', '“{case}”{of} ({count} of {runs|# run|# runs})', {
  of,
  case: 'case',
  count: 'count',
  runs: 'count',
})
const moreReserved = template('reserved-more', '{count} more', { count: 'count' })
const reservedIn = template('reserved-in', '{reservation} in {places}', {
  reservation: 'reservation',
  places: { of: [itsRun, allRuns, someRuns, moreReserved], between: ', ' },
})
const allReservations = { of: [reservedIn], between: '; ' } as const
const notValid = template('reserved-invalid', 'Not valid: {found}.', { found: allReservations })
const reservedOnce = template('reserved-once', 'With a reservation: {found}.', {
  found: { of: [reservedIn] },
})
const reservedOften = template('reserved-often', 'With reservations: {found}.', { found: allReservations })

/** More cases than this are counted, not named. */
const mostNamed = 4

/**
 * Names in the caption what is known against the runs of a figure, and which cases have it, whatever the figure shows of
 * them. `provenance`: of these campaigns, named as in the figure.
 */
export function nameReservations(
  figure: Figure,
  review: ReviewReads,
  campaignIds: readonly number[],
  settings: FigureSettings,
  provenance: FigureProvenance,
): Figure {
  const found = new Map<string, { readonly one: Reservation; readonly places: string[] }>()
  for (const campaignId of campaignIds) {
    const origin = provenance.campaigns.find((one) => one.campaignId === campaignId)
    const reserved = origin?.reserved ?? review.reservedRuns(campaignId)
    if (reserved.size > 0) {
      const label = campaignIds.length === 1 ? undefined : origin?.label
      const runs = shownRuns(review, campaignId, settings)
      for (const one of kindsOf(runs, reserved)) {
        const places = found.get(one.id)?.places ?? []
        found.set(one.id, { one, places })
        for (const place of placesOf(one, runs, reserved, label)) places.push(place)
      }
    }
  }
  const known = [...found.values()]
  const invalid = known.filter(({ one }) => isInvalidating(one)).map(textOf)
  const reserved = known.filter(({ one }) => !isInvalidating(one)).map(textOf)
  const sentences = [
    ...(invalid.length === 0 ? [] : [notValid({ found: invalid })]),
    ...(reserved.length === 0
      ? []
      : [(reserved.length === 1 ? reservedOnce : reservedOften)({ found: reserved })]),
  ]
  if (sentences.length === 0) return figure
  return {
    ...figure,
    caption: [figure.caption, ...sentences].join(' '),
    notes: [...figure.notes, ...sentences.map((text) => ({ severity: 'warning', text }) as const)],
  }
}

function textOf({ one, places }: { readonly one: Reservation; readonly places: readonly string[] }): string {
  const left = places.length - mostNamed
  const said = reservedIn({
    reservation: reservationName(one),
    places: [...places.slice(0, mostNamed), ...(left > 0 ? [moreReserved({ count: left })] : [])],
  })
  return cleanText(said, textLimits.smallPrint)
}

/** Finished runs with the levels, or of the ids, that the figure is restricted to. */
function shownRuns(review: ReviewReads, campaignId: number, settings: FigureSettings): readonly RunSummary[] {
  const { fixed = {} } = settings
  const chosen = 'runIds' in settings ? settings.runIds : undefined
  const isShown = (levels: Readonly<Record<string, LevelValue>>) =>
    Object.entries(fixed).every(([key, value]) => levels[key] === undefined || levels[key] === value)
  return review
    .runs(campaignId)
    .filter(
      ({ id, phase, state, levels }) =>
        phase === 'measure' && state === 'done' && isShown(levels) && chosen?.includes(id) !== false,
    )
}

/** One of each kind that these runs have. */
function kindsOf(runs: readonly RunSummary[], reserved: ReservedRuns): readonly Reservation[] {
  const kinds = new Map<string, Reservation>()
  for (const { id } of runs) for (const one of reserved.get(id) ?? []) kinds.set(one.id, one)
  return [...kinds.values()]
}

/** The cases that have it, with the number of their runs; all runs in one if none is without. */
function placesOf(
  { id: kind }: Reservation,
  runs: readonly RunSummary[],
  reserved: ReservedRuns,
  label: string | undefined,
): readonly string[] {
  const has = ({ id }: RunSummary) => reserved.get(id)?.some((one) => one.id === kind) === true
  const campaign = label === undefined ? '' : ofCampaign({ campaign: label })
  if (runs.every(has))
    return [runs.length === 1 ? itsRun({ of: campaign }) : allRuns({ of: campaign, runs: runs.length })]
  return [...groupBy(runs, ({ caseKey }) => caseKey).values()].flatMap((all) => {
    const count = all.filter(has).length
    if (count === 0) return []
    return [someRuns({ of: campaign, case: caseName(all[0].levels), count, runs: all.length })]
  })
}

function caseName(levels: Readonly<Record<string, LevelValue>>): string {
  return Object.entries(levels)
    .map(([key, value]) => namedLevel(key, value))
    .join(', ')
}

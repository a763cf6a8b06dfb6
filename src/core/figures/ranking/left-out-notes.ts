import { testLabel } from '../../plan/levels/level-words'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureNote } from '../figure/figure'
import type { FigureProvenance } from '../figure/provenance'
import type { MeasuredCase } from '../cases/measured-cases'
import { axisName, namedLevel } from '../../plan/levels/format-level'
import { type Metric, metricInSentence } from '../../results/metrics'
import { template } from '../../words/template'

/** What notes call a case: its test, and the levels of these axes. */
export function caseName(one: MeasuredCase | undefined, keys: readonly string[]): string {
  if (one === undefined) return ''
  const levels = keys.flatMap((key) => {
    const level = one.levels[key]
    return level === undefined ? [] : [namedLevel(key, level)]
  })
  return [...(keys.includes('pattern') ? [] : [testLabel(one.test)]), ...levels].join(' \u00b7 ')
}

const nothingRanked = template('ranking-nothing', 'No finished run and no printed mean has {metric}.', {
  metric: 'metric',
})
const noSharedCase = template(
  'ranking-no-shared',
  'No case of {metric} was measured in every campaign. Leave campaigns out, or fix levels.',
  { metric: 'metric' },
)
const notInEvery = template(
  'ranking-not-in-every',
  '{missing} of {all} cases {missing|is|are} not in every campaign and {missing|is|are} left out.',
  { missing: 'count', all: 'count' },
)
const alongAxes = template('ranking-axes', ' ({axes})', { axes: 'level' })
const onlyCase = template('ranking-only-case', 'Only {case} is shown, of {shared} shared cases{axes}.', {
  case: 'case',
  shared: 'count',
  axes: { of: [alongAxes] },
})
const repeatedCase = template(
  'ranking-repeated-case',
  '{case} was measured by several plans of one drive; only the runs of the first plan count.',
  { case: 'case' },
)
const repeatedCases = template(
  'ranking-repeated-cases',
  '{cases} cases were each measured by several plans of one drive; only the runs of the first plan count.',
  { cases: 'count' },
)
const shortCases = template(
  'ranking-few-ios',
  'A percentile needs 10 I/Os beyond it: {cases|# case has|# cases have} too few in some run and {cases|is|are} left out.',
  { cases: 'count' },
)
const partedCases = template(
  'ranking-parted',
  '{cases|# case has|# cases have} numbers of reads and of writes but none of both together, and {cases|is|are} left out.',
  { cases: 'count' },
)
const withoutMean = template(
  'ranking-differences',
  '{differences|# printed difference has|# printed differences have} no mean and cannot be ranked.',
  { differences: 'count' },
)
const nothingInCommon = template(
  'ranking-nothing-in-common',
  '{campaign} has no case of {metric} in common with the others and no place.',
  { campaign: 'name', metric: 'metric' },
)
const lacksCases = template(
  'ranking-lacks-cases',
  '{campaign} lacks {missing} of the {of} cases of {metric} that the others share, and has no place.',
  { campaign: 'name', missing: 'count', of: 'count', metric: 'metric' },
)
const rankTogether = template(
  'ranking-rank-together',
  'Choose campaigns, or fix the levels of a case that all have, to rank them together.',
)

interface LeftOut {
  readonly metric: Metric
  readonly used: readonly string[]
  /** Of the ranked ones, those that several plans of one drive measured. */
  readonly repeated: readonly string[]
  readonly shared: readonly string[]
  readonly all: ReadonlySet<string>
  readonly names: ReadonlyMap<string, MeasuredCase>
  readonly keys: readonly string[]
  /** Those in which some run of some campaign made too few I/Os for the percentile. */
  readonly few: ReadonlySet<string>
  /** Those that have reads and writes, and no total, in some campaign. */
  readonly parted: ReadonlySet<string>
  readonly differences: number
}

/** Notes about cases that are not ranked. */
export function leftOutNotes({
  metric,
  used,
  repeated,
  shared,
  all,
  names,
  keys,
  few,
  parted,
  differences,
}: LeftOut): FigureNote[] {
  const notes: FigureNote[] = []
  const warn = (text: string) => notes.push({ severity: 'warning', text })
  if (all.size === 0) warn(nothingRanked({ metric: metricInSentence(metric.id) }))
  else if (shared.length === 0) warn(noSharedCase({ metric: metricInSentence(metric.id) }))
  const missing = [...all].filter(
    (name) => !shared.includes(name) && !few.has(name) && !parted.has(name),
  ).length
  if (shared.length > 0 && missing > 0) warn(notInEvery({ missing, all: all.size }))
  if (shared.length > used.length) {
    const which = caseName(names.get(used[0] ?? ''), keys)
    const axes = keys.map((key) => axisName(key)).join(', ')
    warn(onlyCase({ case: which, shared: shared.length, axes: axes === '' ? '' : alongAxes({ axes }) }))
  }
  const [again, ...others] = repeated
  if (again !== undefined) {
    warn(
      others.length === 0
        ? repeatedCase({ case: caseName(names.get(again), keys) })
        : repeatedCases({ cases: repeated.length }),
    )
  }
  const short = [...all].filter((name) => few.has(name)).length
  if (short > 0) warn(shortCases({ cases: short }))
  const split = [...all].filter((name) => parted.has(name) && !few.has(name)).length
  if (split > 0) warn(partedCases({ cases: split }))
  if (differences > 0) warn(withoutMean({ differences }))
  return notes
}

/** Why a campaign has no place: it lacks so many `of` the cases that the others share. */
export function withoutPlaceNote(label: string, metric: Metric, missing: number, of: number): FigureNote {
  return {
    severity: 'warning',
    text:
      missing === of
        ? nothingInCommon({ campaign: label, metric: metricInSentence(metric.id) })
        : lacksCases({ campaign: label, metric: metricInSentence(metric.id), missing, of }),
    advice: rankTogether(),
  }
}

/** What a note calls a campaign without a place, and all names by which it may be requested. */
export function leftCampaign(id: number, own: readonly MeasuredCase[], origin: FigureProvenance) {
  const campaign = origin.campaigns.find(({ campaignId }) => campaignId === id)
  const first = own.find(({ campaignId }) => campaignId === id)
  const named = campaign?.label ?? first?.campaign ?? ''
  const device = campaign?.device ?? first?.device ?? ''
  const all = [named, device, first?.configuration ?? '', first?.campaign ?? '']
  return {
    label: cleanText(device === '' ? named : `${named} (${device})`, textLimits.label),
    names: all.map((name) => name.trim().toLowerCase()),
  }
}

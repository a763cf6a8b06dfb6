import { levelText } from '../../plan/cases'
import { namedLevel, axisName, levelName } from '../../plan/levels/format-level'
import type { LevelValue } from '../../plan/plan'
import { withinSentence } from '../../text/plain-text'
import type { FigureNote } from '../figure/figure'
import { namingTests } from '../../plan/levels/level-words'
import { levelOf, matches, testKey, type MeasuredCase } from './measured-cases'
import type { FigureProvenance } from '../figure/provenance'
import type { UsualSettings } from '../figure/usual-settings'
import { template } from '../../words/template'

/** Of an axis without a place, one level is drawn. */
export const onlyLevel = template('axis-only-level', 'Only {level} is shown; the data also hold {others}.', {
  level: 'level',
  others: 'level',
})
const differingLevels = template('axis-differing', 'The campaigns differ in {axis}: {levels}.', {
  axis: 'level',
  levels: 'level',
})

/** Which axis is on x, which one makes the lines, and the levels at which the others are fixed. */
export interface AxisChoice {
  readonly xKey: string
  /** `campaign` or an axis key; undefined if there is only one line. */
  readonly seriesKey: string | undefined
  readonly fixed: Readonly<Record<string, LevelValue>>
  /** Axes fixed by default, with the number of their levels: nobody asked for this one. */
  readonly defaults: ReadonlyMap<string, number>
  readonly notes: readonly FigureNote[]
}

/** Axes that readers expect as lines, best first. */
const preferred = ['block_size', 'queue_depth', 'jobs', 'pattern', testKey, 'io_engine']

/**
 * The axes of a sweep. The user's choice is kept; a varying axis without a place is fixed at one level (the first
 * that every campaign has), with a note: runs of different cases are never averaged. `cases`: also those without a
 * level of x, which have no place in the figure; a note names their tests if one other test of their campaign is drawn.
 */
export function chooseAxes(
  cases: readonly MeasuredCase[],
  settings: UsualSettings,
  provenance: FigureProvenance,
): AxisChoice {
  const xKey = settings.xKey ?? 'read_percent'
  const fixed: Record<string, LevelValue> = { ...settings.fixed }
  const asked = cases.filter((one) => matches(one, fixed))
  const shown = asked.filter((one) => levelOf(one, xKey) !== undefined)
  const varying = varyingKeys(shown).filter((key) => key !== xKey && !(key in fixed))
  const campaigns = new Set(shown.map(({ campaignId }) => campaignId)).size
  const seriesKey = settings.seriesKey ?? defaultSeriesKey(varying, campaigns)
  const notes: FigureNote[] = []
  const defaults = new Map<string, number>()
  const leaveOut = (key: string, level: LevelValue, levels: readonly LevelValue[]) => {
    const others = levels.filter((one) => one !== level).map((one) => namedLevel(key, one))
    notes.push({
      severity: 'warning',
      text: onlyLevel({ level: namedLevel(key, level), others: others.join(', ') }),
    })
  }
  for (const key of varying) {
    if (key === seriesKey) continue
    const levels = orderedLevels(key, shown, provenance)
    const level = levels.find((one) => isInEveryCampaign(key, one, shown)) ?? levels[0]
    if (level === undefined) continue
    fixed[key] = level
    defaults.set(key, levels.length)
    leaveOut(key, level, levels)
  }
  const drawn = shown.filter((one) => matches(one, fixed))
  const drawnIds = new Set(drawn.map(({ campaignId }) => campaignId))
  const [test, ...otherTests] = orderedLevels(testKey, drawn, { campaigns: [] })
  if (test !== undefined && otherTests.length === 0 && !defaults.has(testKey)) {
    const beside = asked.filter(
      (one) => levelOf(one, xKey) === undefined && one.test !== test && drawnIds.has(one.campaignId),
    )
    if (beside.length > 0) leaveOut(testKey, test, orderedLevels(testKey, [...drawn, ...beside], provenance))
  }
  return {
    ...{ xKey, seriesKey, fixed, defaults },
    notes: [...notes, ...confounders(drawn, xKey, seriesKey, fixed)],
  }
}

/** Levels of an axis: those of the plans in plan order, then other measured ones, ascending; tests as they come. */
export function orderedLevels(
  key: string,
  cases: readonly MeasuredCase[],
  provenance: FigureProvenance,
): readonly LevelValue[] {
  const levels = new Map<string, LevelValue>()
  for (const campaign of provenance.campaigns) {
    for (const axis of campaign.axes) {
      if (axis.key === key) for (const level of axis.levels) levels.set(levelText(level), level)
    }
  }
  const found = new Set<LevelValue>()
  for (const one of cases) {
    const level = levelOf(one, key)
    if (level !== undefined) found.add(level)
  }
  const measured = new Map([...found].map((level) => [levelText(level), level]))
  const others = [...measured].filter(([text]) => !levels.has(text)).map(([, level]) => level)
  return [...levels.values(), ...(key === testKey ? others : others.sort(byLevel))]
}

/** Numbers by size, other levels by name. */
export function byLevel(a: LevelValue, b: LevelValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return levelText(a) < levelText(b) ? -1 : 1
}

function isInEveryCampaign(key: string, level: LevelValue, cases: readonly MeasuredCase[]): boolean {
  const having = cases.filter((one) => levelOf(one, key) === level)
  const count = (some: readonly MeasuredCase[]) => new Set(some.map(({ campaignId }) => campaignId)).size
  return count(having) === count(cases)
}

/** Axes with more than one level within some campaign. The test is one, unless the others say which it is. */
export function varyingKeys(cases: readonly MeasuredCase[]): readonly string[] {
  const levels = varyingLevels(cases)
  if (isTold(cases, testKey, levels)) return levels
  // What names the tests again is no axis besides them.
  const others = levels.filter((key) => !namingTests.includes(key) || !isTold(cases, key, [testKey]))
  return [...others, testKey].sort()
}

/** Whether these axes leave only one level of a key: in every campaign, or over all of them. */
function isTold(
  cases: readonly MeasuredCase[],
  key: string,
  by: readonly string[],
  among: 'campaign' | 'all' = 'campaign',
): boolean {
  const known = new Map<string, LevelValue | undefined>()
  return cases.every((one) => {
    const place = [
      among === 'all' ? '' : one.campaignId,
      ...by.map((other) => levelText(levelOf(one, other))),
    ].join('\n')
    const level = levelOf(one, key)
    if (!known.has(place)) known.set(place, level)
    return known.get(place) === level
  })
}

function varyingLevels(cases: readonly MeasuredCase[]): readonly string[] {
  const first = new Map<number, Map<string, LevelValue>>()
  const varying = new Set<string>()
  for (const { campaignId, levels } of cases) {
    const ofCampaign = first.get(campaignId) ?? new Map<string, LevelValue>()
    first.set(campaignId, ofCampaign)
    for (const [key, level] of Object.entries(levels)) {
      const known = ofCampaign.get(key)
      if (known === undefined) ofCampaign.set(key, level)
      else if (known !== level && levelText(known) !== levelText(level)) varying.add(key)
    }
  }
  return [...varying].sort()
}

function defaultSeriesKey(varying: readonly string[], campaigns: number): string | undefined {
  const choice = preferred.find((key) => varying.includes(key)) ?? varying[0]
  return choice ?? (campaigns > 1 ? 'campaign' : undefined)
}

/** Levels that differ between campaigns but are not what the figure compares. */
export function confounders(
  cases: readonly MeasuredCase[],
  xKey: string,
  seriesKey: string | undefined,
  fixed: Readonly<Record<string, LevelValue>>,
): readonly FigureNote[] {
  const found = new Map<string, Set<LevelValue>>()
  const places = [xKey, ...(seriesKey === undefined ? [] : [seriesKey]), ...Object.keys(fixed)]
  // Parameters that name the tests are not told besides them.
  const isSaid = (key: string) =>
    namingTests.includes(key) || (key === testKey && isTold(cases, key, places, 'all'))
  for (const { test, levels } of cases) {
    for (const [key, level] of [[testKey, test] as const, ...Object.entries(levels)]) {
      if (key === xKey || key === seriesKey || key in fixed) continue
      const known = found.get(key)
      if (known) known.add(level)
      else found.set(key, new Set([level]))
    }
  }
  return [...found]
    .map(([key, values]) => [key, new Map([...values].map((level) => [levelText(level), level]))] as const)
    .filter(([key, values]) => values.size > 1 && !isSaid(key))
    .map(([key, values]) => ({
      severity: 'warning',
      text: differingLevels({
        axis: withinSentence(axisName(key)),
        levels: [...values.values()].map((one) => levelName(key, one)).join(', '),
      }),
    }))
}

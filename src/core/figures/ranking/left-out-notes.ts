import { testLabel } from '../../plan/level-words'
import { cleanText, textLimits } from '../clean-text'
import type { FigureNote } from '../figure'
import type { FigureProvenance } from '../provenance'
import type { MeasuredCase } from '../measured-cases'
import { axisName, namedLevel } from '../../plan/format-level'
import type { Metric } from '../../results/metrics'

/** What notes call a case: its test, and the levels of these axes. */
export function caseName(one: MeasuredCase | undefined, keys: readonly string[]): string {
  if (one === undefined) return ''
  const levels = keys.flatMap((key) => {
    const level = one.levels[key]
    return level === undefined ? [] : [namedLevel(key, level)]
  })
  return [...(keys.includes('pattern') ? [] : [testLabel(one.test)]), ...levels].join(' \u00b7 ')
}

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
  differences,
}: LeftOut): FigureNote[] {
  const notes: FigureNote[] = []
  const warn = (text: string) => notes.push({ severity: 'warning', text })
  if (all.size === 0) warn(`No finished run and no printed mean has ${metric.label}.`)
  else if (shared.length === 0)
    warn(`No case of ${metric.label} was measured in every campaign. Leave campaigns out, or fix levels.`)
  const missing = [...all].filter((name) => !shared.includes(name) && !few.has(name)).length
  if (shared.length > 0 && missing > 0)
    warn(
      missing === 1
        ? `1 of ${String(all.size)} cases is not in every campaign and is left out.`
        : `${String(missing)} of ${String(all.size)} cases are not in every campaign and are left out.`,
    )
  if (shared.length > used.length) {
    const which = caseName(names.get(used[0] ?? ''), keys)
    const axes = keys.map((key) => axisName(key)).join(', ')
    warn(
      `Only ${which} is shown, of ${String(shared.length)} shared cases${axes === '' ? '' : ` (${axes})`}.`,
    )
  }
  const [again, ...others] = repeated
  if (again !== undefined) {
    const what =
      others.length === 0
        ? `${caseName(names.get(again), keys)} was`
        : `${String(repeated.length)} cases were each`
    warn(`${what} measured by several plans of one drive; only the runs of the first plan count.`)
  }
  const short = [...all].filter((name) => few.has(name)).length
  if (short > 0)
    warn(
      `A percentile needs 10 I/Os beyond it: ${short === 1 ? '1 case has' : `${String(short)} cases have`} too few in some run and ${short === 1 ? 'is' : 'are'} left out.`,
    )
  if (differences > 0) warn(`${String(differences)} printed differences have no mean and cannot be ranked.`)
  return notes
}

/** Why a campaign has no place: it lacks so many `of` the cases that the others share. */
export function withoutPlaceNote(label: string, metric: Metric, missing: number, of: number): FigureNote {
  const why =
    missing === of
      ? `has no case of ${metric.label} in common with the others and no place.`
      : `lacks ${String(missing)} of the ${String(of)} cases of ${metric.label} that the others share, and has no place.`
  return {
    severity: 'warning',
    text: `${label} ${why}`,
    advice: 'Choose campaigns, or fix the levels of a case that all have, to rank them together.',
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

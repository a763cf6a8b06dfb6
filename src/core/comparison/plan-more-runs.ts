import { expandCases } from '../plan/cases'
import { levelText } from '../plan/case-key'
import type { Plan } from '../plan/plan'
import { isCampaignKey } from './campaign-spellings'
import type { Levels } from './comparison-data'
import type { Selection } from './selection'
import { namesLevel } from './spelling'

/** More runs of some cases of one campaign's plan. */
export interface MoreRunsRequest {
  /** The plan as it was run. */
  readonly plan: Plan
  /** The side it was run for. */
  readonly selection: Selection
  /** Lined-up levels of each case. */
  readonly cases: readonly Levels[]
  /** Parameters that a run varies by itself: any of their levels means the whole run. */
  readonly sweptKeys?: readonly string[]
  /** Runs that each of these cases still needs. */
  readonly repetitions: number
  /** Identity and name of the new plan. */
  readonly id: string
  readonly name: string
}

/** A plan that only runs the cases asked for, so many times more; undefined where it would run none. */
export function planMoreRuns(request: MoreRunsRequest): Plan | undefined {
  const { plan, selection, cases, sweptKeys = [], repetitions, id, name } = request
  if (repetitions < 1) return undefined
  const terms = selection.filter((term) => !isCampaignKey(term.key) && !sweptKeys.includes(term.key))
  const keySets = caseSets(plan, cases, sweptKeys)
  const isWanted = (levels: Levels) => {
    const whole: Levels = { ...plan.base, ...levels }
    const isOfSide = terms.every(({ key, value }) => {
      const level = whole[key]
      return level !== undefined && namesLevel(value, level)
    })
    return isOfSide && keySets.some(({ keys, texts }) => texts.has(textOf(whole, keys)))
  }
  const all = expandCases(plan)
  const wanted = new Set(all.filter((one) => isWanted(one.levels)).map((one) => one.key))
  if (wanted.size === 0) return undefined
  const left = all.filter((one) => !wanted.has(one.key)).map((one) => one.key)
  return { ...plan, id, name, repetitions, excluded: [...plan.excluded, ...left] }
}

/** Cases by the keys that the plan knows of them (a configuration is none of its), each as one text. */
function caseSets(plan: Plan, cases: readonly Levels[], sweptKeys: readonly string[]) {
  const known = new Set([...plan.axes.map((axis) => axis.key), ...Object.keys(plan.base)])
  const sets = new Map<string, { readonly keys: readonly string[]; readonly texts: Set<string> }>()
  for (const levels of cases) {
    const keys = Object.keys(levels).filter((key) => known.has(key) && !sweptKeys.includes(key))
    const name = keys.join('\n')
    const set = sets.get(name) ?? { keys, texts: new Set<string>() }
    sets.set(name, set)
    set.texts.add(textOf(levels, keys))
  }
  return [...sets.values()]
}

function textOf(levels: Levels, keys: readonly string[]): string {
  return keys.map((key) => levelText(levels[key])).join(',')
}

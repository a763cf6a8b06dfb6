import { metrics } from '../../results/metrics'
import { comparedNames } from './compared-names'
import { anyFactorName, factorPlace, factorText } from './factor-names'
import { nameKeys, shownSpelling } from './spelling'
import { suggestSides, type ComparableData, type SuggestedSides } from './suggest-sides'

/** What a side can be chosen by. */
export interface ComparisonChoices {
  readonly keys: readonly ChoiceKey[]
  /** Ids of the metrics with a better direction that some campaign has. */
  readonly metrics: readonly string[]
  /** The initial two sides; undefined if the file does not have two. */
  readonly suggestion: SuggestedSides | undefined
}

/** A factor or axis with the values that occur, in the order of the campaigns. */
export interface ChoiceKey {
  readonly key: string
  readonly name: string
  readonly values: readonly { readonly value: string; readonly label: string }[]
}

/** Campaigns with numbers, as choices; factors that never differ are left out because they select nothing. */
export function comparisonChoices(data: ComparableData): ComparisonChoices {
  const { campaigns, columns, published } = data
  const baselines = published.flatMap(({ value }) => (value.kind === 'difference' ? [value.baseline] : []))
  const keys = new Map<string, Map<string, string>>()
  const add = (key: string, value: string, label: string) => {
    const values = keys.get(key) ?? new Map<string, string>()
    keys.set(key, values.set(value, label))
  }
  const called = comparedNames(campaigns)
  for (const campaign of campaigns) {
    const { id, configuration } = campaign
    add('campaign', String(id), called.get(String(id)) ?? '')
    if (configuration !== '') add('configuration', configuration, configuration)
    for (const key of ['date', ...campaign.factors.map((factor) => factor.key)]) {
      const text = shownSpelling(campaign, key)
      if (text !== undefined)
        add(key, text, (key === 'device' ? called.get(`device=${text}`) : undefined) ?? text)
    }
    for (const { key, levels } of campaign.axes) {
      if (levels.length > 1) for (const level of levels) add(key, String(level), factorText(key, level))
    }
  }
  const patterns = keys.get('pattern')
  const tests = [...new Set([...columns, ...published].map(({ test }) => test))]
  // Where patterns were varied, they are the tests.
  if (patterns === undefined || tests.some((test) => !patterns.has(test)))
    for (const test of tests) add('test', test, factorText('test', test))
  for (const name of baselines) add('configuration', name, name)
  const found = [...keys].map(([key, values]) => ({
    key,
    name: anyFactorName(key),
    values: [...values].map(([value, label]) => ({ value, label })),
  }))
  const known = new Set([...columns, ...published].map(({ metric }) => metric))
  return {
    keys: found.filter((one) => one.values.length > 1).sort((a, b) => placeOf(a.key) - placeOf(b.key)),
    metrics: metrics.filter(({ id, better }) => better !== 'neither' && known.has(id)).map(({ id }) => id),
    suggestion: suggestSides(data, baselines),
  }
}

/** Configuration, campaign and date first, then recorded factors, then axes. */
function placeOf(key: string): number {
  if (key === 'configuration') return -1
  return nameKeys.includes(key) ? 0 : factorPlace(key) + 1
}

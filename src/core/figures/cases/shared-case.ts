import { namedLevel } from '../../plan/levels/format-level'
import { namingTests, testLabel } from '../../plan/levels/level-words'
import type { LevelValue } from '../../plan/plan'
import { cleanText, textLimits } from '../figure/clean-text'
import type { Figure } from '../figure/figure'
import type { CampaignProvenance } from '../figure/provenance'

/** How it was measured rather than what: said by the small print, and too much for a subtitle. */
const ofSmallPrint: ReadonlySet<string> = new Set([
  ...['file_size', 'io_size', 'runtime', 'ramp_time', 'time_based'],
  ...['compress_percent', 'dedupe_percent', 'io_engine', 'invalidate'],
])

interface Shown {
  /** Known of results, whose title names it; runs have the parameters that name it. */
  readonly test?: string
  readonly levels: Readonly<Record<string, LevelValue>>
}

/** Devices, and the levels of the load that all runs have in common, in words, for the subtitle. */
export function sharedCase(runs: readonly Shown[], campaigns: readonly CampaignProvenance[]): string {
  const [first] = runs
  const isTitled = ({ test }: Shown) => test !== undefined
  const shared = Object.entries(first?.levels ?? {}).filter(
    ([key, value]) =>
      !ofSmallPrint.has(key) &&
      !(namingTests.includes(key) && runs.every(isTitled)) &&
      runs.every(({ levels }) => levels[key] === value),
  )
  const devices = [...new Set(campaigns.map(deviceText))].filter((one) => one !== '')
  return [devices.join(', '), ...shared.map(([key, level]) => namedLevel(key, level))]
    .filter((part) => part !== '')
    .join(' \u00b7 ')
}

/** A drive as a subtitle calls it: as on its card, if it has one. */
export function deviceText({ named, device = '' }: CampaignProvenance): string {
  return named?.card ?? device
}

/** The tests of results, as they come. */
export function testsOf(results: readonly { readonly test: string }[]): readonly string[] {
  return [...new Set(results.map(({ test }) => test))]
}

/** The title of a figure with the test that all its results share: "Random write: bandwidth by fill level". */
export function titleOfTest({ title, tests = [] }: Pick<Figure, 'title' | 'tests'>): string {
  const [test] = tests
  if (test === undefined || tests.length > 1) return title
  const isSentence = /^[A-Z][a-z]/.test(title)
  const rest = isSentence ? title.charAt(0).toLowerCase() + title.slice(1) : title
  return `${testLabel(cleanText(test, textLimits.label))}${rest.includes(': ') ? ',' : ':'} ${rest}`
}

/** More tests than this are counted, not named. */
const mostTests = 3

/** What a mean over several cases is of: "Geometric mean over 6 shared cases of Read, Random read and 2 more tests". */
export function meanOfCases(count: number, tests: readonly string[]): string {
  const named = tests.slice(0, tests.length > mostTests + 1 ? mostTests : tests.length).map(testLabel)
  const more = tests.length - named.length
  const last = more > 0 ? `${String(more)} more tests` : (named.pop() ?? '')
  const of = tests.length < 2 ? '' : ` of ${named.join(', ')} and ${last}`
  return `Geometric mean over ${String(count)} shared cases${of}`
}

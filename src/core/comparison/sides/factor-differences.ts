import type { LevelValue } from '../../plan/plan'
import type { FactorDifference } from '../comparison'
import { anyFactorName, factorPlace, factorText, impliedBy } from './factor-names'
import { nameKeys } from './spelling'
import type { Selection } from './selection'
import { type Side, type Sides, levelsOnSide, measuredCampaigns, type LevelRoles } from './side'
import { configurationKey, wholeKeys } from './whole-campaign'

/** Everything recorded that differs between two sides, by its meaning for the comparison. */
export interface FactorDifferences {
  readonly compared: readonly FactorDifference[]
  readonly confounders: readonly FactorDifference[]
  readonly unrecorded: readonly string[]
}

/** Sorts the differences: named by the selections or by the user, or else a confounder. */
export function factorDifferences(
  sides: Sides,
  roles: LevelRoles,
  named: readonly string[],
): FactorDifferences {
  const compared = new Set([...selectedKeys(sides), ...named])
  // Each is compared with the same one.
  const lined = new Set(wholeKeys(sides, roles).map(({ key }) => key))
  const differing: FactorDifference[] = []
  const unrecorded: string[] = []
  const add = (key: string, baseline: readonly string[], candidate: readonly string[]) => {
    const whole = compared.has(key) ? undefined : impliedBy(key, compared)
    differing.push({
      key,
      name: anyFactorName(key),
      baseline,
      candidate,
      ...(whole !== undefined && { impliedBy: whole }),
    })
  }
  for (const key of recordedKeys(sides)) {
    if (lined.has(key) || impliedBy(key, lined) !== undefined) continue
    const [a, b] = [valuesOf(sides.baseline, key), valuesOf(sides.candidate, key)]
    if (a.length === 0 || b.length === 0) unrecorded.push(anyFactorName(key))
    else if (!sameTexts(a, b)) add(key, a, b)
  }
  for (const key of roles.differing) {
    const [a, b] = [onlyText(sides.baseline, key), onlyText(sides.candidate, key)]
    if (a === undefined || b === undefined) unrecorded.push(anyFactorName(key))
    else add(key, [a], [b])
  }
  const [testsA, testsB] = [testsOf(sides.baseline), testsOf(sides.candidate)]
  if (ignoresTest(sides)) add('test', testsA, testsB)
  if (compared.has(configurationKey)) {
    add(configurationKey, configurationTexts(sides.baseline), configurationTexts(sides.candidate))
  }
  // A publication names a factor that no host record has.
  for (const key of selectedKeys(sides)) {
    if (unnamed.has(key) || differing.some((one) => one.key === key)) continue
    add(key, termTexts(sides.baseline, key), termTexts(sides.candidate, key))
  }
  differing.sort((a, b) => factorPlace(a.key) - factorPlace(b.key) || (a.key < b.key ? -1 : 1))
  return {
    compared: differing.filter((one) => compared.has(one.key)),
    confounders: differing.filter((one) => !compared.has(one.key)),
    unrecorded,
  }
}

/** Keys that select campaigns without naming what is compared. */
const unnamed = new Set(['campaign', 'date'])

function termTexts(side: Side, key: string): readonly string[] {
  return side.selection.filter((term) => term.key === key).map((term) => term.value)
}

/** Names of configurations; a publication names a baseline that no campaign has. */
function configurationTexts(side: Side): readonly string[] {
  const found = configurations(side)
  return found.length > 0 ? found : termTexts(side, configurationKey)
}

/** Keys that distinguish the two sides. */
function selectedKeys({ baseline, candidate }: Sides): readonly string[] {
  const keys = [...baseline.selection, ...candidate.selection].map((term) => term.key)
  const value = (selection: Selection, key: string) => selection.find((term) => term.key === key)?.value
  return keys.filter((key) => value(baseline.selection, key) !== value(candidate.selection, key))
}

/** True if each side has one test and the two differ: the chosen axis changed the test. */
export function ignoresTest({ baseline, candidate }: Sides): boolean {
  const [a, b] = [testsOf(baseline), testsOf(candidate)]
  return a.length === 1 && b.length === 1 && a[0] !== b[0]
}

function testsOf(side: Side): readonly string[] {
  return [...new Set([...side.columns, ...side.published].map((one) => one.test))].sort()
}

function configurations(side: Side): readonly string[] {
  return [...new Set(side.campaigns.map(({ campaign }) => campaign.configuration))].sort()
}

function recordedKeys({ baseline, candidate }: Sides): readonly string[] {
  const all = [...baseline.campaigns, ...candidate.campaigns]
  return [...new Set(all.flatMap(({ campaign }) => campaign.factors.map((one) => one.key)))].filter(
    (key) => !nameKeys.includes(key),
  )
}

/** Values of a factor on a side, in words, sorted. */
function valuesOf(side: Side, key: string): readonly string[] {
  const measured = measuredCampaigns(side)
  const campaigns = measured.length > 0 ? measured : side.campaigns
  const values = campaigns.flatMap(({ campaign }) => campaign.factors.filter((one) => one.key === key))
  return [...new Set(values.map(({ value }) => factorText(key, value)))].sort()
}

/** The level a side shares; without it, a measured side used the tool's default, while print just did not give it. */
function onlyText(side: Side, key: string): string | undefined {
  const levels = levelsOnSide(side, key)
  const only: LevelValue | undefined = levels?.varies === false ? levels.only : undefined
  if (only !== undefined) return factorText(key, only)
  return measuredCampaigns(side).length > 0 ? 'not set' : undefined
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at])
}

import { axisName, formatLevel, type LevelField } from './levels/format-level'
import { formatDecimalBytes } from '../units/bytes'
import { machinesText } from './plan-hosts'
import { recordingText } from './recording'
import { targetText, type LevelValue, type Plan, type PreparationStep } from './plan'

/**
 * The differences in a later version of a plan, one line each: "Repetitions: 3 → 5", "Block size: 4 KiB → 4 KiB, 64
 * KiB". `fields` are those of the plan's engine, for units. Empty for identical plans.
 */
export function describePlanChanges(
  before: Plan,
  after: Plan,
  fields: readonly LevelField[] = [],
): readonly string[] {
  const lines: string[] = []
  const compare = (label: string, one: string, other: string) => {
    if (one !== other) lines.push(`${label}: ${one} → ${other}`)
  }
  compare('Name', `“${before.name}”`, `“${after.name}”`)
  compare('Engine', before.engine, after.engine)
  compare('Target', targetText(before.target), targetText(after.target))
  compare('Machine', machinesText(before), machinesText(after))
  compare('Rated endurance', enduranceText(before), enduranceText(after))
  const axes = [valuesOf(before.axes), valuesOf(after.axes)] as const
  const bases = [valuesOf(fixed(before)), valuesOf(fixed(after))] as const
  for (const key of new Set([...axes, ...bases].flatMap((values) => [...values.keys()]))) {
    const words = (which: 0 | 1) => axes[which].get(key) ?? bases[which].get(key)
    compare(nameOf({ key }), words(0) ?? 'not set', words(1) ?? 'not set')
  }
  if (sameSet([...axes[0].keys()], [...axes[1].keys()]))
    compare('Order of the axes', before.axes.map(nameOf).join(', '), after.axes.map(nameOf).join(', '))
  compare('Cases left out', casesLeftOut(before), casesLeftOut(after))
  if (casesLeftOut(before) === casesLeftOut(after) && !sameSet(before.excluded, after.excluded))
    lines.push('Other cases are left out')
  compare('Repetitions', String(before.repetitions), String(after.repetitions))
  compare('Rounds', roundsText(before), roundsText(after))
  compare('Order of runs', orderText(before), orderText(after))
  compare('Pause between runs', `${before.pauseSeconds} s`, `${after.pauseSeconds} s`)
  compare('After a failed run', before.onFailure, after.onFailure)
  compare('Drive', before.drive ?? 'not named', after.drive ?? 'not named')
  compare('Other load on the drive', before.otherLoad ?? 'not expected', after.otherLoad ?? 'not expected')
  compare('Recorded over time', recordingText(before), recordingText(after))
  compare('Preparation', preparationText(before), preparationText(after))
  if (before.notes !== after.notes) lines.push('Notes were changed')
  return lines

  function nameOf({ key }: { readonly key: string }): string {
    return fields.find(({ id }) => id === key)?.label ?? axisName(key)
  }

  function valuesOf(
    entries: readonly { readonly key: string; readonly levels: readonly LevelValue[] }[],
  ): ReadonlyMap<string, string> {
    return new Map(
      entries.map(({ key, levels }) => {
        const kind = fields.find(({ id }) => id === key)?.kind
        return [key, levels.map((level) => formatLevel(level, kind)).join(', ')]
      }),
    )
  }
}

function fixed(plan: Plan): Plan['axes'] {
  return Object.entries(plan.base).map(([key, value]) => ({ key, levels: [value] }))
}

function casesLeftOut(plan: Plan): string {
  return String(plan.excluded.length)
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  const set = new Set(one)
  return set.size === new Set(other).size && other.every((text) => set.has(text))
}

function enduranceText({ ratedEndurance }: Plan): string {
  return ratedEndurance === undefined ? 'not set' : formatDecimalBytes(ratedEndurance)
}

function orderText({ order }: Plan): string {
  return order.kind === 'shuffled' ? `shuffled (seed ${order.seed})` : order.kind
}

function roundsText({ untilSteady }: Plan): string {
  if (untilSteady === undefined) return 'all'
  const { metric, track } = untilSteady
  const levels = Object.entries(track ?? {}).map(([key, level]) => `${axisName(key)} ${String(level)}`)
  return [`until ${metric} is steady`, ...levels].join(', ')
}

function preparationText(plan: Plan): string {
  const steps = plan.preparation ?? []
  return steps.length === 0 ? 'none' : steps.map(stepText).join(', ')
}

function stepText(step: PreparationStep): string {
  switch (step.kind) {
    case 'sequential-fill':
    case 'random-fill':
      return `${step.kind} (${step.passes} × in ${step.blockBytes} B)`
    case 'workload':
      return `workload (${step.rounds} × ${step.seconds} s)`
    case 'capacity':
      return `capacity (${step.seconds} s, queue depth ${step.queueDepth})`
    default:
      return step.kind
  }
}

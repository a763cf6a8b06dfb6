import { caseAt, workloadOf } from '../plan/cases'
import { orderRuns, runSeed } from '../plan/order'
import type { Plan, Workload } from '../plan/plan'
import type { Engine } from './engine'
import type { RunPhase } from '../results/run'
import { planWrites } from './case-groups'
import { capacityKey, runsCases } from './preparation/prepared-workload'

/** One step of a campaign, in execution order. */
export interface ScheduledRun {
  readonly phase: RunPhase
  readonly caseIndex: number
  /** From 1; 0 for a layout; for a preparation the number of the step, from 1. */
  readonly repetition: number
  /** For the engine's own random numbers; the same in every campaign of the plan. */
  readonly seed: number
}

/**
 * A plan's runs in order, its preparation first, with a layout before the first run that needs the data file, before
 * every run that needs different content, and after every run that left its files otherwise. A layout is made for the case with the largest file of that content,
 * so that one file serves all of them.
 */
export function scheduleRuns(plan: Plan, engine: Engine): readonly ScheduledRun[] {
  const contentOf = caseContents(plan, engine)
  const largest = new Map<string, { readonly caseIndex: number; readonly bytes: number }>()
  const runs = orderRuns(plan)
  for (const { caseIndex } of runs) {
    const { content, fileBytes } = contentOf(caseIndex)
    if (content !== undefined && fileBytes > (largest.get(content)?.bytes ?? -1))
      largest.set(content, { caseIndex, bytes: fileBytes })
  }
  const steps: ScheduledRun[] = []
  const preparation = preparationSteps(plan)
  const first = runs[0]
  const isDevice = plan.target.kind === 'device'
  const prepareTarget = () => {
    for (const number of first ? preparation.whole : [])
      steps.push(prepare(plan, first?.caseIndex ?? 0, number))
  }
  // A device already exists, and a fill replaces the layout.
  if (isDevice) prepareTarget()
  const laysOut = !isDevice || planWrites(plan, engine)
  const contents = new Set(runs.map(({ caseIndex }) => contentOf(caseIndex).content))
  const isFilled = isDevice && preparation.fills && contents.size === 1
  let current = isFilled ? [...contents][0] : undefined
  let isPrepared = isDevice
  const warmed = new Set<number>()
  const found = new Set<string>()
  for (const { caseIndex, repetition } of runs) {
    const { content, key, isRemade } = contentOf(caseIndex)
    const layOut = () => {
      if (!laysOut || content === undefined || content === current) return
      const layoutCase = largest.get(content)?.caseIndex ?? caseIndex
      steps.push({
        phase: 'layout',
        caseIndex: layoutCase,
        repetition: 0,
        seed: runSeed(plan.order.seed, content, 0),
      })
      current = content
    }
    const load = (step: ScheduledRun) => {
      layOut()
      steps.push(step)
      if (isRemade) current = undefined
    }
    layOut()
    if (!isPrepared) prepareTarget()
    isPrepared = true
    if (!warmed.has(caseIndex)) {
      warmed.add(caseIndex)
      const group = capacityKey(caseAt(plan, caseIndex).levels)
      for (const { number, once } of preparation.cases) {
        if (once && found.has(group)) continue
        load(prepare(plan, caseIndex, number))
      }
      found.add(group)
    }
    load({ phase: 'measure', caseIndex, repetition, seed: runSeed(plan.order.seed, key, repetition) })
  }
  return steps
}

/**
 * Runs that measure every case of a finished campaign `count` more times, with the layouts and preparations that come
 * before them. Repetitions and seeds go on where those of the plan end, as if it had had them all; their order is one of
 * its own.
 */
export function furtherRuns(plan: Plan, engine: Engine, count: number): readonly ScheduledRun[] {
  const keyOf = ({ phase, caseIndex, repetition }: ScheduledRun) => `${phase} ${caseIndex} ${repetition}`
  const whole = scheduleRuns({ ...plan, repetitions: plan.repetitions + count }, engine)
  const seeds = new Map(whole.map((run) => [keyOf(run), run.seed]))
  const order = { ...plan.order, seed: (plan.order.seed + plan.repetitions) % 2 ** 32 }
  return scheduleRuns({ ...plan, repetitions: count, order }, engine).map((run) => {
    const later = run.phase === 'measure' ? { ...run, repetition: run.repetition + plan.repetitions } : run
    return { ...later, seed: seeds.get(keyOf(later)) ?? later.seed }
  })
}

interface CaseStep {
  readonly number: number
  readonly once: boolean
}

/**
 * Steps of the plan by number: of the whole target, and one entry for each run that comes before a case's first measured
 * one, `once` for all cases that share their capacity.
 */
function preparationSteps(plan: Plan): {
  readonly whole: readonly number[]
  readonly cases: readonly CaseStep[]
  readonly fills: boolean
} {
  const all = (plan.preparation ?? []).map((step, index) => ({ step, number: index + 1 }))
  return {
    whole: all.filter(({ step }) => !runsCases(step)).map(({ number }) => number),
    cases: all.flatMap(({ step, number }): readonly CaseStep[] => {
      if (step.kind === 'workload')
        return Array.from({ length: step.rounds }, () => ({ number, once: false }))
      return step.kind === 'capacity' ? [{ number, once: true }] : []
    }),
    fills: all.some(({ step }) => step.kind.endsWith('-fill')),
  }
}

function prepare(plan: Plan, caseIndex: number, number: number): ScheduledRun {
  const seed = runSeed(plan.order.seed, `prepare ${String(number)}`, 0)
  return { phase: 'prepare', caseIndex, repetition: number, seed }
}

/** The required content of a data file for a workload, as one text; undefined if nothing is laid out for it. */
export function layoutKeyOf(engine: Engine, workload: Workload): string | undefined {
  const data = engine.dataOf(workload)
  if (data.kind === 'none' || !data.contentKeys) return undefined
  return JSON.stringify(data.contentKeys.map((key) => workload[key] ?? null))
}

interface CaseContent {
  readonly key: string
  /** Text that is equal for cases that can share a file; undefined for cases without one. */
  readonly content: string | undefined
  readonly fileBytes: number
  /** Its runs leave the files otherwise than the layout made them. */
  readonly isRemade: boolean
}

function caseContents(plan: Plan, engine: Engine): (caseIndex: number) => CaseContent {
  const known = new Map<number, CaseContent>()
  return (caseIndex) => {
    const found = known.get(caseIndex)
    if (found) return found
    const oneCase = caseAt(plan, caseIndex)
    const workload = workloadOf(plan, oneCase)
    const content = layoutKeyOf(engine, workload)
    const fileBytes = content === undefined ? 0 : engine.cost(workload).fileBytes
    const made: CaseContent = {
      key: oneCase.key,
      content,
      fileBytes,
      isRemade: engine.remakesFiles?.(workload) === true,
    }
    known.set(caseIndex, made)
    return made
  }
}

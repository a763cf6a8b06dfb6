import { caseAt, workloadOf } from '../plan/cases'
import { orderRuns, runSeed } from '../plan/order'
import type { Plan } from '../plan/plan'
import type { Engine, RunPhase } from './engine'

/** One step of a campaign, in execution order. */
export interface ScheduledRun {
  readonly phase: RunPhase
  readonly caseIndex: number
  /** From 1; 0 for a layout. */
  readonly repetition: number
  /** For the engine's own random numbers; the same in every campaign of the plan. */
  readonly seed: number
}

/**
 * A plan's runs in order, with a layout before the first run that needs the data file and before every run that needs
 * other content than the file then holds. A layout is made for the case with the largest file of that content, so that
 * one file serves all of them.
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
  let current: string | undefined
  for (const { caseIndex, repetition } of runs) {
    const { content, key } = contentOf(caseIndex)
    if (content !== undefined && content !== current) {
      const layoutCase = largest.get(content)?.caseIndex ?? caseIndex
      steps.push({
        phase: 'layout',
        caseIndex: layoutCase,
        repetition: 0,
        seed: runSeed(plan.order.seed, content, 0),
      })
      current = content
    }
    steps.push({ phase: 'measure', caseIndex, repetition, seed: runSeed(plan.order.seed, key, repetition) })
  }
  return steps
}

interface CaseContent {
  readonly key: string
  /** Text that is equal for cases that can share a file; undefined for cases without one. */
  readonly content: string | undefined
  readonly fileBytes: number
}

function caseContents(plan: Plan, engine: Engine): (caseIndex: number) => CaseContent {
  const known = new Map<number, CaseContent>()
  return (caseIndex) => {
    const found = known.get(caseIndex)
    if (found) return found
    const oneCase = caseAt(plan, caseIndex)
    const workload = workloadOf(plan, oneCase)
    const needsFile = engine.needsFile(workload) && engine.makesOwnFiles !== true
    const made: CaseContent = {
      key: oneCase.key,
      content: needsFile ? JSON.stringify(engine.layoutKeys.map((key) => workload[key] ?? null)) : undefined,
      fileBytes: needsFile ? engine.cost(workload).fileBytes : 0,
    }
    known.set(caseIndex, made)
    return made
  }
}

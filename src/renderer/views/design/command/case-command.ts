import type { Engine } from '../../../../core/engines/engine'
import type { RunFile } from '../../../../core/engines/steps'
import { runSeed } from '../../../../core/plan/order'
import { caseAt } from '../../../../core/plan/cases'
import { dataFileOf } from '../../../../core/plan/data-file'
import type { Plan, Workload } from '../../../../core/plan/plan'
import { seriesRequestOf } from '../../../../core/plan/recording'
import { shellWords } from '../../../../core/text/shell-words'

export interface CaseCommand {
  /** Ready to paste into a shell, once its files are saved in the same folder. */
  readonly commandLine?: string
  readonly files: readonly RunFile[]
  /** Why there is no command. */
  readonly problem?: string
}

/** The command of the first repetition of one case; the run's name is only created at the start. */
export function caseCommand(
  engine: Engine,
  plan: Plan,
  workload: Workload,
  index: number,
  engineVersion: string | undefined,
): CaseCommand {
  const problems = engine.checkWorkload(workload)
  if (problems.length > 0) {
    const nameOf = (key: string) => engine.description.fields.find((field) => field.id === key)?.label ?? key
    const words = problems.map(({ key, text, remedy }) =>
      [`${nameOf(key)}: ${text}`, remedy].filter(Boolean).join(' '),
    )
    return { files: [], problem: words.join('\n') }
  }
  const movesData = engine.dataOf(workload).kind !== 'none'
  const dataFile = movesData ? dataFileOf(plan) : undefined
  if (movesData && dataFile === undefined) {
    return { files: [], problem: 'The command names the data file, and no folder is chosen for it yet.' }
  }
  try {
    const { files, steps } = engine.steps({
      workload,
      phase: 'measure',
      runName: `case-${index + 1}`,
      seed: runSeed(plan.order.seed, caseAt(plan, index).key, 1),
      ...(dataFile !== undefined && { dataFile }),
      ...(engineVersion !== undefined && { engineVersion }),
      series: seriesRequestOf(plan),
    })
    return {
      commandLine: steps
        // The app itself collects the logs afterwards.
        .filter(({ kind }) => kind !== 'gather' && kind !== 'teardown')
        .flatMap(({ processes }) => processes.map(({ program, args }) => shellWords([program, ...args])))
        .join('\n'),
      files,
    }
  } catch (error) {
    return { files: [], problem: error instanceof Error ? error.message : String(error) }
  }
}

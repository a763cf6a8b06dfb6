import { messageOf } from '../../core/errors/system-error'
import type { Advice } from '../../core/plan/advice'
import type { RunFailure } from '../../core/results/run'
import { AppError } from '../../core/errors/app-error'

/**
 * A request that the runner cannot fulfil; ids such as `engine-missing`, `plan-problems`, `already-running`.
 */
export class RunnerError extends AppError {
  override readonly name = 'RunnerError'
  /** The errors of a plan that cannot run. */
  readonly problems: readonly Advice[]

  constructor(id: string, message: string, remedy?: string, problems: readonly Advice[] = []) {
    super(message, remedy, id)
    this.problems = problems
  }
}

/** Why a run has no command. */
export function noCommand(error: unknown): RunFailure {
  const { id = 'no-command', remedy } = error instanceof RunnerError ? error : {}
  return { id, text: messageOf(error), remedy }
}

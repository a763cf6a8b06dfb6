import type { Advice } from '../../core/plan/advice'
import { AppError } from '../../core/units/app-error'

/** A request to the runner that cannot be met; ids such as `engine-missing`, `plan-problems`, `already-running`. */
export class RunnerError extends AppError {
  override readonly name = 'RunnerError'
  /** The errors of a plan that cannot run. */
  readonly problems: readonly Advice[]

  constructor(id: string, message: string, remedy?: string, problems: readonly Advice[] = []) {
    super(message, remedy, id)
    this.problems = problems
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

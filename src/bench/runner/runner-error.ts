import type { Advice } from '../../core/plan/advice'

/** A request to the runner that cannot be met: what is so, and what to do. */
export class RunnerError extends Error {
  override readonly name = 'RunnerError'
  /** Stable id such as `engine-missing`, `plan-problems`, `already-running`. */
  readonly id: string
  readonly remedy: string | undefined
  /** The errors of a plan that cannot run. */
  readonly problems: readonly Advice[]

  constructor(id: string, message: string, remedy?: string, problems: readonly Advice[] = []) {
    super(message)
    this.id = id
    this.remedy = remedy
    this.problems = problems
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

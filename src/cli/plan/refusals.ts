import type { Advice } from '../../core/plan/advice'
import { exitStatus, type ExitStatus } from '../command'

/** Advice that stands between a plan and somebody's data. */
const protectsData: ReadonlySet<string> = new Set([
  'block-device',
  'device-refused',
  'not-a-device',
  'file-not-ours',
  'target-not-a-file',
])

/** Exit status for a plan that cannot run: refused for safety where data could be destroyed, bad input otherwise. */
export function refusalStatus(problems: readonly Advice[]): ExitStatus {
  return problems.some((problem) => protectsData.has(problem.id)) ? exitStatus.refused : exitStatus.badInput
}

/** One line per problem: what is so and why it matters. */
export function problemLines(problems: readonly Advice[]): readonly string[] {
  return problems.map(
    ({ text, reason, about }) =>
      `${about === undefined ? '' : `${about}: `}${text}${reason === undefined ? '' : ` ${reason}`}`,
  )
}

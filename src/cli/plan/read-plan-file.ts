import { readFileSync } from 'node:fs'
import { readPlan } from '../../core/plan/plan-json'
import type { Plan } from '../../core/plan/plan'
import { CommandError } from '../command'

/** Reads a plan from a JSON file; the error names the file, the place and the remedy. */
export function readPlanFile(file: string): Plan {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(
      `${file}: the plan cannot be read (${codeOf(error)}).`,
      "Check the path, or make a plan with 'benchwright plan new --template mix-sweep --target PATH --out plan.json'.",
    )
  }
  const result = readPlan(text, file)
  if (result.ok) return result.plan
  const lines = result.problems.map(
    (problem) => `${problem.file}: ${problem.path}: ${problem.text} ${problem.remedy}`,
  )
  throw new CommandError(lines.join('\n'))
}

/** The system's error code, e.g. `ENOENT`, or the message where there is none. */
export function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code
  return error instanceof Error ? error.message : String(error)
}

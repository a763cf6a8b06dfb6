import type { CommandRequest } from '../../../core/engines/engine'
import type { Plan } from '../../../core/plan/plan'
import type { RunFailure } from '../../../core/results/run'
import { runNameOf } from '../execute/run-name'
import { engineOf, partsOn, type RunnerParts } from '../runner-parts'
import { RunnerError } from '../runner-error'
import { engineComplaints } from './engine-check'
import { attended, type Attention } from './survey-machines'

/**
 * The parts with the password that the plan needs, if any. It is tried on the plan's machine, and requested
 * again with the reason as long as the server refuses it and a person enters another one. Rejects with
 * `needs-password` if none is entered, and with `login-refused` or `server-away` if it cannot succeed.
 */
export async function logIn(
  given: RunnerParts,
  plan: Plan,
  signal: AbortSignal | undefined,
): Promise<RunnerParts> {
  const attention = signal && { purpose: 'the login to the server', signal }
  const whose = engineOf(given, plan).passwordFor?.(plan.base)
  if (whose === undefined) return given
  let problem: RunFailure | undefined
  for (;;) {
    const password = await given.askPassword?.(whose, { problem: problem?.text, signal })
    if (password === undefined) throw problem ? runnerError(problem) : needsPassword(whose)
    const parts = { ...given, password }
    problem = await loginProblem(parts, plan, attention)
    if (!problem) return parts
    if (problem.id !== 'login-refused') throw runnerError(problem)
  }
}

/** The parts, changed so that each password is requested once, unless it is refused. */
export function askingOnce(parts: RunnerParts): RunnerParts {
  const { askPassword } = parts
  if (!askPassword) return parts
  const known = new Map<string, string>()
  return {
    ...parts,
    async askPassword(whose, options) {
      const password =
        (options?.problem === undefined ? known.get(whose) : undefined) ?? (await askPassword(whose, options))
      if (password !== undefined) known.set(whose, password)
      return password
    },
  }
}

async function loginProblem(
  parts: RunnerParts,
  plan: Plan,
  attention: Attention | undefined,
): Promise<RunFailure | undefined> {
  const engine = engineOf(parts, plan)
  const request: CommandRequest = {
    ...{ workload: plan.base, phase: 'measure', runName: runNameOf('00000000', 0), seed: plan.order.seed },
    password: parts.password,
  }
  // The check of the whole plan reports what is wrong with the workload.
  if (engine.checkWorkload(plan.base).length > 0) return undefined
  const [complaint] = await attended(partsOn(parts, plan), attention, ({ host }) =>
    engineComplaints([request], { host, engine, signal: attention?.signal }, 1),
  )
  return complaint && engine.loginFailure?.(complaint.said)
}

function runnerError({ id, text, remedy }: RunFailure): RunnerError {
  return new RunnerError(id, text, remedy)
}

function needsPassword(whose: string): RunnerError {
  return new RunnerError(
    'needs-password',
    `The password of ${whose} is needed, and it is never stored.`,
    'Start or resume the campaign in the window or at a terminal, where it is asked for, or set BENCHWRIGHT_DB_PASSWORD.',
  )
}

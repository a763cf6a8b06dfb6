import type { Engine, SynchronisedResult } from '../../../core/engines/engine'
import type { RunFailure } from '../../../core/results/run'
import type { RunResult } from '../../store/review-store'
import type { CollectedRun } from './collect-run'
import { emptyResult, type RunEnding } from './execution'
import { outputTexts, rawOutputs, sleepWarning } from './judge-run'
import type { PreparedSynchronised } from './prepare-members'

export interface SynchronisedJudgement {
  readonly engine: Engine
  readonly run: PreparedSynchronised
  readonly collected: CollectedRun
  /** What a person asked for while it ran. */
  readonly asked: 'stopped' | 'skipped' | undefined
  /** The line to a host was lost meanwhile. */
  readonly lineLost: boolean
}

/**
 * Makes one result of what the client wrote, for all hosts together and for each of them. What is not whole on every host
 * is no result of any.
 */
export function judgeSynchronised(judgement: SynchronisedJudgement): RunEnding {
  const { run, collected, asked, lineLost } = judgement
  const parsed = parse(judgement)
  const common = {
    exitCode: collected.exitCode,
    finishedAtMs: Date.now(),
    rawOutputs: rawOutputs(run.steps, collected),
  }
  const { wallSeconds } = collected
  if (parsed.outcome === 'done') {
    const late = sleepWarning({ collected, expectedSeconds: run.expectedSeconds })
    const members = parsed.members.map((member) => resultOf(run, member, { ...common, rawOutputs: [] }))
    const together = resultOf(run, parsed.together, common)
    const result = { ...together, warnings: [...together.warnings, ...late], members }
    return { kind: 'result', wallSeconds, result }
  }
  if (asked) {
    return { kind: 'result', wallSeconds, result: { ...emptyResult(asked), ...common } }
  }
  if (lineLost) return { kind: 'interrupted', where: 'line-lost' }
  if (parsed.outcome === 'interrupted') {
    return { kind: 'interrupted', where: 'host-lost', failure: parsed.failure }
  }
  return { kind: 'result', wallSeconds, result: { ...emptyResult('failed', parsed.failure), ...common } }
}

function parse({ engine, run, collected }: SynchronisedJudgement): SynchronisedResult {
  const { synchronised } = engine
  const decoder = new TextDecoder()
  if (!synchronised) return { outcome: 'failed', failure: cannot(engine), warnings: [] }
  return synchronised.parse({
    exitCode: collected.exitCode,
    outputs: outputTexts(collected),
    ...(collected.log && { printed: decoder.decode(collected.log) }),
    parts: run.members.map(({ member, linkName, run: { request } }) => ({
      host: member.host.name,
      socket: linkName,
      request,
    })),
  })
}

/** What the layout measured is not a result of the plan. */
function resultOf(
  { request }: PreparedSynchronised,
  parsed: Extract<SynchronisedResult, { readonly outcome: 'done' }>['together'],
  common: Pick<RunResult, 'exitCode' | 'finishedAtMs' | 'rawOutputs'>,
): RunResult {
  const isMeasured = request.phase === 'measure'
  return {
    ...common,
    state: 'done',
    engineVersion: parsed.engineVersion,
    observations: isMeasured ? parsed.observations : [],
    warnings: parsed.warnings,
  }
}

function cannot({ description }: Engine): RunFailure {
  return { id: 'hosts-engine', text: `${description.name} cannot run on several hosts at once.` }
}

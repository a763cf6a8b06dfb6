import { randomBytes } from 'node:crypto'
import type { DeviceConfirmation } from '../../../core/contract/device-confirmation'
import { confirmationPhrase, isPhrase } from '../../../core/plan/device'
import { formatBytes } from '../../../core/units/bytes'
import { planWrites } from '../../../core/engines/case-groups'
import { placeOf } from '../../hosts/inventory/machine-of'
import { engineOf, inventoryOf, partsOn, type PlanParts } from '../runner-parts'
import { RunnerError } from '../runner-error'
import type { Agreements } from './agreements'
import { levelBytes } from '../execute/fill/device-fill'
import { commandsHash } from './commands-hash'
import { ConfirmationRecord } from './confirmation-record'
import { allowedDevice } from './confirmed-device'
import type { Engine } from '../../../core/engines/engine'
import { stepName } from '../../../core/engines/preparation/preparation-run'
import { scheduleRuns } from '../../../core/engines/schedule'
import { caseAt, workloadOf } from '../../../core/plan/cases'
import type { Plan } from '../../../core/plan/plan'
import { formatCount } from '../../../core/units/number-format'
import { largestOf } from '../../../core/iterables'

/** A question that was asked, and whether it was answered. */
interface Question {
  readonly planId: string
  readonly hash: string
  readonly asked: DeviceConfirmation
  wrongAnswers: number
  isConfirmed: boolean
}

const validMs = 5 * 60_000
const mostWrongAnswers = 5

/**
 * A person's agreements to destructive plans, only in the memory of this process. Each is valid for five
 * minutes and one start of its plan, on the very device and with the very commands that were shown.
 */
export class Confirmations implements Agreements {
  readonly #questions = new Map<string, Question>()

  /** `now`: milliseconds since 1970. */
  constructor(
    private readonly parts: PlanParts,
    readonly record: ConfirmationRecord = new ConfirmationRecord(),
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * The question for a person about a saved plan; undefined if none is needed. Rejects with the guard's
   * reason.
   */
  async ask(planId: string): Promise<DeviceConfirmation | undefined> {
    const plan = this.parts.store.plan(planId)
    const parts = partsOn(this.parts, plan)
    const engine = engineOf(parts, plan)
    if (plan.target.kind !== 'device' || !planWrites(plan, engine)) return undefined
    const { engineVersion, guard, record } = await inventoryOf(parts, plan)
    const device = allowedDevice(guard, plan.target.path)
    const id = randomBytes(16).toString('hex')
    const { host } = parts
    const { path } = plan.target
    const asked: DeviceConfirmation = {
      ...{ id, path, planName: plan.name, host: host.name, node: device.node, sizeBytes: device.sizeBytes },
      ...(device.model !== undefined && { model: device.model }),
      ...(device.serial !== undefined && { serial: device.serial }),
      sizeText: formatBytes(device.sizeBytes),
      contents: device.contents,
      unread: device.unread,
      actions: describeActions(plan, engine, device.sizeBytes),
      phrase: confirmationPhrase(device, path),
      expiresAtMs: this.now() + validMs,
    }
    const hash = commandsHash({ plan, engine, engineVersion, place: placeOf(record, host), device })
    this.#questions.set(id, { planId, hash, asked, wrongAnswers: 0, isConfirmed: false })
    return asked
  }

  /**
   * Takes what a person typed. False if it is not the phrase; after five wrong answers the question is void.
   */
  give(id: string, typed: string): boolean {
    const question = this.#valid(id)
    if (isPhrase(typed, question.asked.phrase)) {
      question.isConfirmed = true
      return true
    }
    question.wrongAnswers += 1
    if (question.wrongAnswers >= mostWrongAnswers) this.#questions.delete(id)
    return false
  }

  /** Uses up an agreement. Throws if there is none for exactly this plan, device and commands. */
  use(id: string | undefined, planId: string, hash: string): void {
    if (id === undefined) {
      throw new RunnerError(
        'not-confirmed',
        'The plan writes to a raw device, and this has not been confirmed.',
        'Confirm it in the dialog, or with --confirm-device on the command line.',
      )
    }
    const question = this.#valid(id)
    this.#questions.delete(id)
    if (!question.isConfirmed) throw refused('It was not confirmed.')
    if (question.planId !== planId) throw refused('It was given for another plan.')
    if (question.hash !== hash) {
      throw refused('The device, what is on it, or the commands are not what was confirmed.')
    }
  }

  #valid(id: string): Question {
    const question = this.#questions.get(id)
    if (!question) throw refused('It was used already, or never asked for.')
    if (this.now() <= question.asked.expiresAtMs) return question
    this.#questions.delete(id)
    throw refused('It was given too long ago.')
  }
}

function refused(why: string): RunnerError {
  return new RunnerError(
    'not-confirmed',
    `The confirmation does not count. ${why}`,
    'Look at the device and confirm again.',
  )
}

/** What a plan does to its device, in the words of the question. */
function describeActions(plan: Plan, engine: Engine, deviceBytes: number): readonly string[] {
  const runs = scheduleRuns(plan, engine)
  const workloads = runs
    .filter(({ phase }) => phase === 'measure')
    .map(({ caseIndex }) => workloadOf(plan, caseAt(plan, caseIndex)))
  const writing = workloads.filter((workload) => engine.writes(workload)).length
  const region = largestOf(
    workloads.map((workload) => engine.cost(workload).fileBytes),
    0,
  )
  const levels = [...new Set(workloads.flatMap((workload) => levelBytes(workload, deviceBytes) ?? []))].sort(
    (a, b) => a - b,
  )
  const layouts = runs.filter(({ phase }) => phase === 'layout').length
  return [
    ...(plan.preparation ?? []).map((step) => `${stepName(step)}.`),
    ...(layouts > 0 ? [`The first ${formatBytes(region)} are filled with data.`] : []),
    ...(levels.length > 0
      ? [
          `The device is filled with random data from its start, to ${levels.map((level) => formatBytes(level)).join(', ')}; everything after that is discarded.`,
        ]
      : []),
    `${formatCount(writing)} of ${formatCount(workloads.length)} runs of ${engine.description.name} write to the first ${formatBytes(region)}.`,
  ]
}

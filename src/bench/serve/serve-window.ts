import * as v from 'valibot'
import {
  benchRequests,
  type BenchEvent,
  type BenchMessage,
  type BenchRequestName,
} from '../../core/contract/bench-requests'
import { badRequest, checkArguments } from '../../core/contract/check-arguments'
import { RequestFailure, requestError } from '../../core/contract/request-failure'
import type { BenchAnswers } from './answers/answers'
import { articleAnswers, cardAnswers, documentAnswers } from './answers/document-answers'
import { campaignAnswers } from './answers/campaign-answers'
import { comparisonAnswers } from './answers/comparison-answers'
import { figureAnswers } from './answers/figure-answers'
import { hostAnswers, orphanAnswers } from './answers/host-answers'
import { importAnswers } from './answers/import-answers'
import { planAnswers } from './answers/plan-answers'
import { shelfAnswers } from './answers/shelf-answers'
import type { Session } from './session'

/** The bench's end of the connection to a window; Electron's MessagePortMain, or a stand-in in tests. */
export interface WindowLine {
  send(message: BenchMessage): void
}

const answers: BenchAnswers = {
  ...planAnswers,
  ...campaignAnswers,
  ...figureAnswers,
  ...articleAnswers,
  ...cardAnswers,
  ...comparisonAnswers,
  ...documentAnswers,
  ...hostAnswers,
  ...importAnswers,
  ...orphanAnswers,
  ...shelfAnswers,
}

/**
 * Answers one message of a window: checks name and arguments, carries out the request, sends the answer or
 * the error. Never throws.
 */
export async function serveWindow(
  session: Session | undefined,
  message: unknown,
  line: WindowLine,
): Promise<void> {
  const request = readRequest(message)
  if (!request) return
  const { sequence } = request
  try {
    line.send({ kind: 'answer', sequence, answer: await answer(session, request.name, request.arguments) })
  } catch (error) {
    line.send({ kind: 'error', sequence, error: requestError(error) })
  }
}

/** Sends an event to a window. */
export function tellWindow(line: WindowLine, event: BenchEvent): void {
  line.send({ kind: 'event', event })
}

async function answer(session: Session | undefined, name: string, given: unknown): Promise<unknown> {
  if (!isRequestName(name)) throw badRequest('There is no such request.')
  const checked = checkArguments(name, benchRequests[name].schema, given)
  if (!session)
    throw new RequestFailure({
      id: 'no-review',
      message: 'No results file is open.',
      remedy: 'Open one first.',
    })
  // The schema for this name has accepted the arguments.
  const carryOut = answers[name] as (session: Session, given: unknown) => unknown
  return (await carryOut(session, checked)) ?? null
}

function isRequestName(name: string): name is BenchRequestName {
  return Object.prototype.hasOwnProperty.call(benchRequests, name)
}

const requestShape = v.strictObject({
  kind: v.literal('request'),
  sequence: v.pipe(v.number(), v.integer()),
  name: v.string(),
  arguments: v.unknown(),
})

function readRequest(message: unknown): v.InferOutput<typeof requestShape> | undefined {
  const read = v.safeParse(requestShape, message)
  return read.success ? read.output : undefined
}

import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { messageOf } from '../../../core/errors/system-error'
import type { Connection } from './connection'
import { copyInto } from './copy-review'
import { type Loan, type LoanAnswer, loanPlaces, type LoanRequest } from './loan'
import { ReviewFileError } from './review-file-error'

/** How long a borrower may hold a transaction between two requests, in ms; nothing else happens meanwhile. */
const usualHoldMs = 2000

/**
 * Lends a connection to a thread that has none, one statement at a time, so that reading never holds a write up for
 * longer than a statement takes: a second connection would, and it would lose the locks of the first. The loan is for a
 * BorrowedConnection of that thread; `end` ends it.
 */
export function lendConnection(
  connection: Connection,
  longestHoldMs = usualHoldMs,
): { readonly loan: Loan; readonly end: () => void } {
  const { port1: port, port2: theirs } = new MessageChannel()
  const shared = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT))
  const answer = (work: () => unknown) => {
    let given: LoanAnswer
    try {
      given = { answer: work(), version: connection.version }
    } catch (error) {
      const { id, path, remedy }: Partial<ReviewFileError> = error instanceof ReviewFileError ? error : {}
      given = { version: '', error: { message: messageOf(error), id, path, remedy } }
    }
    port.postMessage(given)
    Atomics.add(shared, loanPlaces.answered, 1)
    Atomics.notify(shared, loanPlaces.answered)
  }

  /** Serves only this borrower until it has read all that belongs together; false if it took too long in between. */
  function hold(): boolean {
    return connection.read(() => {
      answer(() => undefined)
      for (;;) {
        const next = nextRequest(port, shared, longestHoldMs)
        if (next === undefined) return false
        if (next.what === 'end') return true
        answer(() => carryOut(connection, next))
      }
    })
  }

  const serve = (request: LoanRequest) => {
    if (request.what === 'end') answer(() => undefined)
    else if (request.what === 'begin') {
      // Otherwise it has asked for nothing yet, and its next requests are answered one by one.
      if (hold()) answer(() => undefined)
    } else answer(() => carryOut(connection, request))
  }
  // One request a turn: messages that are answered at once would keep timers and other requests waiting.
  const receive = (request: LoanRequest) => void setImmediate(serve, request)
  port.on('message', receive)
  // The loan keeps no program running.
  port.unref()
  const { path, access } = connection
  const end = () => {
    port.off('message', receive)
    port.close()
  }
  return { loan: { path, access, port: theirs, shared }, end }
}

function nextRequest(port: MessagePort, shared: Int32Array, longestHoldMs: number): LoanRequest | undefined {
  for (;;) {
    const seen = Atomics.load(shared, loanPlaces.asked)
    const received = receiveMessageOnPort(port)
    if (received) return received.message as LoanRequest
    if (Atomics.wait(shared, loanPlaces.asked, seen, longestHoldMs) === 'timed-out') return undefined
  }
}

function carryOut(connection: Connection, request: LoanRequest): unknown {
  switch (request.what) {
    case 'table':
      return connection.table(request.sql, ...request.values)
    case 'arrays':
      return connection.arrays(request.sql, ...request.values)
    case 'first':
      return connection.first(request.sql, ...request.values)
    case 'copy':
      copyInto(connection, request.to)
      return undefined
    case 'begin':
    case 'end':
    case 'version':
      return undefined
  }
}

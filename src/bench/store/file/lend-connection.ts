import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { messageOf } from '../../../core/errors/system-error'
import type { Connection } from './connection'
import { copyWithoutBin } from '../merge/copy-without-bin'
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
  const send = (given: LoanAnswer) => {
    port.postMessage(given)
    Atomics.add(shared, loanPlaces.answered, 1)
    Atomics.notify(shared, loanPlaces.answered)
  }
  const refuse = (error: unknown) => {
    const { id, path, remedy }: Partial<ReviewFileError> = error instanceof ReviewFileError ? error : {}
    send({ version: '', error: { message: messageOf(error), id, path, remedy } })
  }
  const answer = (request: LoanRequest) => {
    try {
      send(carryOut(connection, request))
    } catch (error) {
      refuse(error)
    }
  }

  /**
   * Serves only this borrower until it has read all that belongs together. One that takes too long in between has asked
   * for nothing yet: its next requests are answered one by one.
   */
  function hold(begin: LoanRequest): void {
    const asked: { next: LoanRequest | undefined } = { next: begin }
    try {
      connection.read(() => {
        while (asked.next !== undefined && asked.next.what !== 'end') {
          answer(asked.next)
          asked.next = nextRequest(port, shared, longestHoldMs)
        }
      })
      if (asked.next) answer(asked.next)
    } catch (error) {
      // Neither a file that cannot be read any more nor its end may end this process.
      if (asked.next) refuse(error)
    }
  }

  const serve = (request: LoanRequest) => (request.what === 'begin' ? hold(request) : answer(request))
  // One request a turn: messages that are answered at once would keep timers and other requests waiting.
  const receive = (request: LoanRequest) => {
    setImmediate(serve, request)
  }
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

/** The answer, and the version that it is about: both are read in one transaction, because other programs write as well. */
function carryOut(connection: Connection, request: LoanRequest): LoanAnswer {
  // A copy is made outside of any transaction, and is about no version.
  if (request.what === 'copy') copyWithoutBin(connection, request.to)
  return connection.read(() => ({ answer: readFor(connection, request), version: connection.version }))
}

function readFor(connection: Connection, request: LoanRequest): unknown {
  switch (request.what) {
    case 'table':
      return connection.table(request.sql, ...request.values)
    case 'arrays':
      return connection.arrays(request.sql, ...request.values)
    case 'first':
      return connection.first(request.sql, ...request.values)
    case 'copy':
    case 'begin':
    case 'end':
    case 'version':
      return undefined
  }
}

import { randomUUID } from 'node:crypto'
import { integerOf, textOf, timeOf } from './columns'
import type { Connection } from './connection'
import { integer, text, time } from './encode'
import { fateOf, thisProcess } from './process-identity'
import { ReviewFileError } from './review-file-error'

export interface RunnerLock {
  release(): void
}

/** After this long without a sign of life, a person may declare a runner on another machine gone. */
const quietAfterMs = 15 * 60_000

/**
 * Takes the lock: at once if it is free or its holder is certainly gone (ended, or its machine restarted);
 * from a machine that cannot be asked, only with `takeOver` and after 15 minutes without a sign of life.
 * Returns the token.
 */
export function takeRunnerLock(connection: Connection, takeOver: boolean): string | undefined {
  const holder = readRunnerHolder(connection)
  if (holder && holder.fate !== 'gone' && !(takeOver && holder.mayTakeOver)) return undefined
  const token = randomUUID()
  const me = thisProcess()
  const now = time(Date.now(), 'The time')
  connection.change(
    `INSERT OR REPLACE INTO runner_lock (id, token, host, machine, process_id, process_start, acquired_ms, alive_ms)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?)`,
    text(token, 'A token'),
    text(me.host, 'The host name'),
    text(me.machine, 'The machine'),
    integer(me.processId, 'The process id'),
    text(me.processStart, 'The start of the process'),
    now,
    now,
  )
  return token
}

/**
 * Sign of life, as part of every transaction of the holder. Throws `lock-lost`, which undoes the transaction,
 * if another process has the lock.
 */
export function confirmRunnerLock(connection: Connection, token: string): void {
  const changed = connection.change(
    'UPDATE runner_lock SET alive_ms = ? WHERE token = ?',
    time(Date.now(), 'The time'),
    text(token, 'A token'),
  )
  if (changed > 0) return
  throw new ReviewFileError(
    'lock-lost',
    connection.path,
    `Another Benchwright took over running from ${connection.path}; this one stores nothing more to it.`,
    'Let the other one go on, or stop it there and resume here. Finished runs stay in their run directories until they are stored.',
  )
}

export function dropRunnerLock(connection: Connection, token: string): void {
  connection.change('DELETE FROM runner_lock WHERE token = ?', text(token, 'A token'))
}

/** Who holds the lock, and what a person can do, in words; undefined if it is free. */
export function readRunnerHolder(connection: Connection) {
  const row = connection.first(
    'SELECT host, machine, process_id, process_start, acquired_ms, alive_ms FROM runner_lock WHERE id = 1',
  )
  if (!row) return undefined
  const host = textOf(row, 'host')
  const processId = integerOf(row, 'process_id')
  const aliveAtMs = timeOf(row, 'alive_ms')
  const fate = fateOf({
    host,
    machine: textOf(row, 'machine'),
    processId,
    processStart: textOf(row, 'process_start'),
  })
  // A time far in the future counts as long ago: one of the clocks is wrong, and waiting would never end.
  const mayTakeOver =
    fate === 'gone' || (fate === 'elsewhere' && Math.abs(Date.now() - aliveAtMs) > quietAfterMs)
  return {
    host,
    processId,
    acquiredAtMs: timeOf(row, 'acquired_ms'),
    /** Last sign of life. */
    aliveAtMs,
    fate,
    mayTakeOver,
    ...words(host, processId, aliveAtMs, fate, mayTakeOver),
  }
}

function words(
  host: string,
  processId: number,
  aliveAtMs: number,
  fate: ReturnType<typeof fateOf>,
  mayTakeOver: boolean,
): { text: string; remedy: string } {
  const last = new Date(aliveAtMs).toISOString().slice(0, 16).replace('T', ' ')
  if (fate === 'gone')
    return {
      text: `A Benchwright that ran from this file on ${host} has ended.`,
      remedy: 'Resume the campaign here.',
    }
  if (fate === 'alive') {
    return {
      text:
        processId === process.pid
          ? 'This Benchwright already runs from this file.'
          : `Another Benchwright (process ${processId}) runs from this file on this machine.`,
      remedy: 'Use that one, or close it first.',
    }
  }
  const isAhead = aliveAtMs - Date.now() > quietAfterMs
  return {
    text: isAhead
      ? `Another Benchwright runs from this file on ${host}; its last sign of life is dated ${last} UTC, which is in the future, so one of the clocks is wrong.`
      : `Another Benchwright runs from this file on ${host}; its last sign of life was ${last} UTC.`,
    remedy: mayTakeOver
      ? 'If it is certainly no longer running there, take over and resume here.'
      : 'Pause or stop it there. If that machine is gone for good, taking over is possible 15 minutes after its last sign of life.',
  }
}

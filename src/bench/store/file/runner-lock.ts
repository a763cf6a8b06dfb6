import { randomUUID } from 'node:crypto'
import { integerOf, textOf, timeOf } from './columns'
import type { Connection } from './connection'
import { integer, text, time } from './encode'
import { fateOf, thisProcess } from '../../files/process-identity'
import { ReviewFileError } from './review-file-error'

export interface RunnerLock {
  release(): void
}

/** A lock as its holder knows it. */
export interface TakenLock {
  /** Begins the token, whose rest counts the holder's changes. */
  readonly id: string
  readonly acquiredAtMs: number
}

/** After this long without a sign of life, a person may declare a runner on another machine gone. */
const quietAfterMs = 15 * 60_000

/**
 * Takes the lock: at once if it is free or its holder is certainly gone (ended, or its machine restarted);
 * from a machine that cannot be asked, only with `takeOver` and after 15 minutes without a sign of life.
 * Returns
 * undefined otherwise.
 */
export function takeRunnerLock(connection: Connection, takeOver: boolean): TakenLock | undefined {
  const holder = readRunnerHolder(connection)
  if (holder && holder.fate !== 'gone' && !(takeOver && holder.mayTakeOver)) return undefined
  const id = randomUUID()
  const me = thisProcess()
  const acquiredAtMs = Date.now()
  const now = time(acquiredAtMs, 'The time')
  connection.change(
    `INSERT OR REPLACE INTO runner_lock (id, token, host, machine, process_id, process_start, acquired_ms, alive_ms)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?)`,
    text(tokenAfter(id, 0), 'A token'),
    text(me.host, 'The host name'),
    text(me.machine, 'The machine'),
    integer(me.processId, 'The process id'),
    text(me.processStart, 'The start of the process'),
    now,
    now,
  )
  return { id, acquiredAtMs }
}

/** The holder's own id, and how often it has changed the file since it took the lock. */
function tokenAfter(id: string, changes: number): string {
  return `${id} ${changes}`
}

/**
 * What the holder does at the end of every transaction: it gives a sign of life and counts its changes in the file. The
 * returned function throws, which undoes the transaction: `lock-lost` if another process has the lock, `rolled-back` if
 * the file lacks the holder's last change, because an older copy was written over it. It returns what to call after the
 * commit.
 */
export function confirmingRunnerLock(connection: Connection, { id, acquiredAtMs }: TakenLock) {
  // A commit that reported an error may still be in the file.
  let [stored, tried] = [0, 0]
  return () => {
    const next = Math.max(stored, tried) + 1
    const changed = connection.change(
      'UPDATE runner_lock SET alive_ms = ?, token = ? WHERE token IN (?, ?)',
      time(Date.now(), 'The time'),
      ...[next, stored, tried].map((changes) => text(tokenAfter(id, changes), 'A token')),
    )
    if (changed === 0) throw lostOrRolledBack(connection, { id, acquiredAtMs })
    tried = next
    return () => {
      stored = next
    }
  }
}

function lostOrRolledBack(connection: Connection, { id, acquiredAtMs }: TakenLock): ReviewFileError {
  const row = connection.first('SELECT token, acquired_ms FROM runner_lock WHERE id = 1')
  // Nobody removes the lock of another, and a later holder has a later lock.
  const isLater = row && !textOf(row, 'token').startsWith(id) && timeOf(row, 'acquired_ms') >= acquiredAtMs
  return isLater
    ? new ReviewFileError(
        'lock-lost',
        connection.path,
        `Another Benchwright took over running from ${connection.path}; this one stores nothing more to it.`,
        'Let the other one go on, or stop it there and resume here. Finished runs stay in their run directories until they are stored.',
      )
    : new ReviewFileError(
        'rolled-back',
        connection.path,
        `${connection.path} is an older copy of itself: what a campaign stored last is no longer in it. Something wrote the copy over it.`,
        'Put the newer file back if there is one; then resume the campaign, which measures the missing runs again.',
      )
}

export function dropRunnerLock(connection: Connection, { id }: TakenLock): void {
  connection.change(
    'DELETE FROM runner_lock WHERE substr(token, 1, ?) = ?',
    integer(id.length, 'A length'),
    text(id, 'A token'),
  )
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

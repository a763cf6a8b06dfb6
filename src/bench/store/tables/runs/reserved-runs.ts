import { usedLevels } from '../../../../core/engines/used-levels'
import type { RoundsOfCase } from '../../../../core/figures/cases/recorded-runs'
import { caseAt } from '../../../../core/plan/cases'
import { trackedCase } from '../../../../core/plan/until-steady'
import { summaryNames } from '../../../../core/results/campaign/campaign-naming'
import {
  invalidates,
  qualifies,
  reservationsShape,
  type Reservation,
} from '../../../../core/results/reservation'
import type { ReservedRuns } from '../../../../core/results/reserved-runs'
import { roundValues } from '../../../../core/results/rounds'
import { firstSteadyWindow } from '../../../../core/statistics/series/steady-window'
import { largestOf } from '../../../../core/iterables'
import { counted } from '../../../../core/units/number-format'
import { listCampaigns, readCampaignFacts } from '../campaigns/campaigns'
import { integerOf, jsonOf, optionalOf, textOf } from '../../file/columns'
import type { Connection } from '../../file/connection'
import { integer, text } from '../../file/encode'
import { StoredRows } from './rows'
import { listRuns } from './runs'

/**
 * What is known against the finished runs of a campaign: the reservations that its engine, observers or import stored,
 * rounds that never became steady although the plan waits for it, and other campaigns at the same time on its host.
 */
export function readReservedRuns(connection: Connection, campaignId: number): ReservedRuns {
  const reserved = new Map<number, readonly Reservation[]>()
  const add = (runIds: Iterable<number>, found: readonly Reservation[]) => {
    for (const runId of runIds) {
      const known = reserved.get(runId)
      reserved.set(runId, known === undefined ? found : [...known, ...found])
    }
  }
  for (const [runId, found] of storedReservations(connection, campaignId)) add([runId], found)
  for (const { runIds, rounds } of restlessRuns(connection, campaignId)) {
    const steady = runIds.filter(
      (id) => reserved.get(id)?.some(({ id: known }) => known === 'not-steady') !== true,
    )
    add(steady, [
      invalidates(
        'not-steady',
        `The drive was not steady after ${counted(rounds, 'round')}, and still changing.`,
      ),
    ])
  }
  for (const [other, runIds] of neighbours(connection, campaignId))
    add(runIds, [
      qualifies('beside-another-campaign', `It ran at the same time as runs of “${other}” on the same host.`),
    ])
  return reserved
}

/** Texts with the same numbers are one, so that each is read once. */
function* storedReservations(
  connection: Connection,
  campaignId: number,
): Generator<readonly [runId: number, found: readonly Reservation[]]> {
  const known = new Map<string, readonly Reservation[]>()
  const rows = connection.all(
    `SELECT id, warnings FROM run
     WHERE campaign_id = ? AND phase = 'measure' AND state = 'done' AND warnings IS NOT NULL ORDER BY id`,
    integer(campaignId, 'A campaign id'),
  )
  for (const row of rows) {
    const stored = String(row.warnings)
    const found =
      known.get(stored) ?? jsonOf(row, 'warnings', reservationsShape).filter((one) => one.class !== 'note')
    known.set(stored, found)
    if (found.length > 0) yield [integerOf(row, 'id'), found]
  }
}

/** Runs of cases whose rounds ended without a steady window; all runs if one case was judged for all. */
function restlessRuns(
  connection: Connection,
  campaignId: number,
): readonly { readonly runIds: readonly number[]; readonly rounds: number }[] {
  const restless = readRounds(connection, campaignId).filter(
    ({ values, mostRounds }) => firstSteadyWindow(values, undefined, mostRounds) === undefined,
  )
  if (restless.length === 0) return []
  const plan = readCampaignFacts(connection, campaignId)?.plan
  const isTracked = plan !== undefined && trackedCase(plan) !== undefined
  const done = finishedRuns(connection, campaignId)
  return restless.map(({ levels, values }) => {
    const key = JSON.stringify(levels)
    const own = done.filter((run) => isTracked || JSON.stringify(run.levels) === key)
    return { runIds: own.map(({ id }) => id), rounds: values.length }
  })
}

function finishedRuns(connection: Connection, campaignId: number) {
  return listRuns(connection, campaignId).filter(
    ({ phase, state }) => phase === 'measure' && state === 'done',
  )
}

/**
 * Rounds of the judged cases of a campaign that ran until steady, including those before the window; none for
 * other campaigns.
 */
export function readRounds(connection: Connection, campaignId: number): readonly RoundsOfCase[] {
  const { engine = '', plan } = readCampaignFacts(connection, campaignId) ?? {}
  if (plan?.untilSteady === undefined) return []
  const { metric } = plan.untilSteady
  const tracked = trackedCase(plan)
  const trackedKey = tracked === undefined ? undefined : caseAt(plan, tracked).key
  const done = finishedRuns(connection, campaignId)
  const rows = [...new StoredRows(connection, { campaignIds: [campaignId], metrics: [metric] })]
  const keys = [...new Set(done.map(({ caseKey }) => caseKey))]
  return keys
    .filter((key) => trackedKey === undefined || key === trackedKey)
    .map((key): RoundsOfCase => {
      const ofCase = done.filter(({ caseKey }) => caseKey === key)
      const roundOf = new Map(ofCase.map(({ id, repetition }) => [id, repetition]))
      const values = roundValues(rows, metric, roundOf, largestOf(roundOf.values(), 0))
      const levels = ofCase[0]?.levels ?? {}
      return {
        ...{ campaignId, metric, values, levels },
        parameters: usedLevels(engine, { ...plan.base, ...levels }),
        mostRounds: plan.repetitions,
      }
    })
}

interface Stretch {
  readonly runId: number
  readonly startMs: number
  readonly endMs: number
}

/**
 * Runs that overlapped with runs of another campaign on the same host, by the name of that campaign. Machines of one
 * synchronised campaign are meant to run together, and an import of the same file is the same run.
 */
function neighbours(
  connection: Connection,
  campaignId: number,
): readonly (readonly [other: string, runIds: readonly number[]])[] {
  const id = integer(campaignId, 'A campaign id')
  const [row] = connection.all('SELECT host, source FROM campaign WHERE id = ?', id)
  if (row === undefined) return []
  const host = textOf(row, 'host')
  if (host === '' || host === 'unknown' || row.source === 'published') return []
  const others = connection.all(
    `SELECT id FROM campaign WHERE host = ? AND id <> ? AND source <> 'published' ORDER BY id`,
    text(host, 'The host'),
    id,
  )
  if (others.length === 0) return []
  const whole = spanOfCampaign(connection, campaignId)
  const met = others.flatMap((other): readonly (readonly [number, readonly number[]])[] => {
    const otherId = integerOf(other, 'id')
    const span = spanOfCampaign(connection, otherId)
    // Most campaigns follow one another: their runs are read only where both were running.
    const shared = { from: Math.max(whole.from, span.from), to: Math.min(whole.to, span.to) }
    if (shared.from >= shared.to) return []
    const runIds = overlapping(
      stretches(connection, campaignId, shared),
      stretches(connection, otherId, shared),
    )
    // Campaigns that take turns do not run at the same time, even if one is prepared while another ends.
    return runIds.length === 0 || takeTurns(connection, campaignId, otherId) ? [] : [[otherId, runIds]]
  })
  if (met.length === 0) return []
  const names = namesAmong(connection, [campaignId, ...met.map(([otherId]) => otherId)])
  return met.map(([otherId, runIds]) => [names.get(otherId) ?? '', runIds])
}

/** The names of these campaigns by what differs between them. */
function namesAmong(connection: Connection, campaignIds: readonly number[]): ReadonlyMap<number, string> {
  return summaryNames(listCampaigns(connection, campaignIds))
}

function takeTurns(connection: Connection, one: number, other: number): boolean {
  const [own, theirs] = [one, other].map(
    (id) => readCampaignFacts(connection, id)?.plan.interleaved?.schedule,
  )
  return own !== undefined && own === theirs
}

/** From the first start of a measured run to the last end; an empty span, with its end before its start, without any. */
function spanOfCampaign(connection: Connection, campaignId: number): Window {
  const row = connection.first(
    `SELECT min(started_ms) AS first_ms, max(finished_ms) AS last_ms FROM run
     WHERE campaign_id = ? AND phase = 'measure' AND state = 'done'`,
    integer(campaignId, 'A campaign id'),
  )
  const at = (column: string, absent: number) =>
    row === undefined ? absent : (optionalOf(row, column, integerOf) ?? absent)
  return { from: at('first_ms', Infinity), to: at('last_ms', -Infinity) }
}

interface Window {
  readonly from: number
  readonly to: number
}

/** Measured runs with their times, in the order of their starts. */
function stretches(connection: Connection, campaignId: number, { from, to }: Window): readonly Stretch[] {
  return connection
    .all(
      `SELECT id, started_ms, finished_ms FROM run
       WHERE campaign_id = ? AND phase = 'measure' AND state = 'done' AND started_ms < ? AND finished_ms > ?
       ORDER BY started_ms`,
      integer(campaignId, 'A campaign id'),
      integer(to, 'A time'),
      integer(from, 'A time'),
    )
    .map((row) => ({
      ...{ runId: integerOf(row, 'id'), startMs: integerOf(row, 'started_ms') },
      endMs: integerOf(row, 'finished_ms'),
    }))
}

function overlapping(own: readonly Stretch[], theirs: readonly Stretch[]): readonly number[] {
  const met: number[] = []
  let first = 0
  for (const { runId, startMs, endMs } of own) {
    // Runs of one campaign follow one another, so those that ended before this start never meet a later one.
    while (first < theirs.length && (theirs[first]?.endMs ?? 0) <= startMs) first++
    for (let at = first; at < theirs.length; at++) {
      const other = theirs[at]
      if (other === undefined || other.startMs >= endMs) break
      const isSame = other.startMs === startMs && other.endMs === endMs
      if (!isSame && other.endMs > startMs) {
        met.push(runId)
        break
      }
    }
  }
  return met
}

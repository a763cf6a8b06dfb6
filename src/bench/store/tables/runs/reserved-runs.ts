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
import type { Reads } from '../../file/reads'
import { integer, text, type Encoded } from '../../file/encode'
import { StoredRows } from './rows'
import { listRuns } from './runs'

/**
 * What is known against the finished runs of a campaign: the reservations that its engine, observers or import stored,
 * rounds that never became steady although the plan waits for it, and other campaigns at the same time on its host.
 */
export function readReservedRuns(connection: Reads, campaignId: number): ReservedRuns {
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
function storedReservations(
  connection: Reads,
  campaignId: number,
): readonly (readonly [runId: number, found: readonly Reservation[]])[] {
  const known = new Map<string, readonly Reservation[]>()
  const rows = measuredRuns(connection, campaignId, 'id, warnings', 'warnings IS NOT NULL')
  return rows.flatMap(([id, warnings]): readonly (readonly [number, readonly Reservation[]])[] => {
    const stored = String(warnings)
    const found =
      known.get(stored) ??
      jsonOf({ id, warnings }, 'warnings', reservationsShape).filter((one) => one.class !== 'note')
    known.set(stored, found)
    return found.length > 0 ? [[integerOf({ id }, 'id'), found]] : []
  })
}

/** Runs of cases whose rounds ended without a steady window; all runs if one case was judged for all. */
function restlessRuns(
  connection: Reads,
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

function finishedRuns(connection: Reads, campaignId: number) {
  return listRuns(connection, campaignId).filter(
    ({ phase, state }) => phase === 'measure' && state === 'done',
  )
}

/**
 * Rounds of the judged cases of a campaign that ran until steady, including those before the window; none for
 * other campaigns.
 */
export function readRounds(connection: Reads, campaignId: number): readonly RoundsOfCase[] {
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

/**
 * Runs that overlapped with runs of another campaign on the same host, by the name of that campaign. Machines of one
 * synchronised campaign are meant to run together, and an import of the same file is the same run.
 */
function neighbours(
  connection: Reads,
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
  const met: (readonly [number, readonly number[]])[] = []
  for (const other of whole.from < whole.to ? others : []) {
    const otherId = integerOf(other, 'id')
    const span = spanOfCampaign(connection, otherId)
    // Most campaigns follow one another: their runs are read only where both were running.
    const shared = { from: Math.max(whole.from, span.from), to: Math.min(whole.to, span.to) }
    if (shared.from >= shared.to) continue
    const runIds = overlapping(
      stretches(connection, campaignId, shared),
      stretches(connection, otherId, shared),
    )
    // Campaigns that take turns do not run at the same time, even if one is prepared while another ends.
    if (runIds.length > 0 && !takeTurns(connection, campaignId, otherId)) met.push([otherId, runIds])
  }
  if (met.length === 0) return []
  const names = namesAmong(connection, [campaignId, ...met.map(([otherId]) => otherId)])
  return met.map(([otherId, runIds]) => [names.get(otherId) ?? '', runIds])
}

/** The names of these campaigns by what differs between them. */
function namesAmong(connection: Reads, campaignIds: readonly number[]): ReadonlyMap<number, string> {
  return summaryNames(listCampaigns(connection, campaignIds))
}

function takeTurns(connection: Reads, one: number, other: number): boolean {
  const [own, theirs] = [one, other].map(
    (id) => readCampaignFacts(connection, id)?.plan.interleaved?.schedule,
  )
  return own !== undefined && own === theirs
}

/** Measured runs with their times, in the order of their starts. */
interface Stretches {
  readonly runIds: Float64Array
  readonly starts: Float64Array
  readonly ends: Float64Array
}

/** From the first start of a measured run to the last end; an empty span, with its end before its start, without any. */
function spanOfCampaign(connection: Reads, campaignId: number): Window {
  let [from, to] = [Infinity, -Infinity]
  for (const [first, last] of measuredRuns(connection, campaignId, 'min(started_ms), max(finished_ms)')) {
    if (typeof first === 'number') from = Math.min(from, first)
    if (typeof last === 'number') to = Math.max(to, last)
  }
  return { from, to }
}

interface Window {
  readonly from: number
  readonly to: number
}

function stretches(connection: Reads, campaignId: number, { from, to }: Window): Stretches {
  const rows = measuredRuns(
    connection,
    campaignId,
    'id, started_ms, finished_ms',
    'started_ms < ? AND finished_ms > ?',
    integer(to, 'A time'),
    integer(from, 'A time'),
  )
  const starts = rows.map(([, start]) => Number(start))
  // Runs start in their order, except those of an import.
  if (starts.some((start, at) => at > 0 && start < (starts[at - 1] ?? start)))
    rows.sort(([, one], [, other]) => Number(one) - Number(other))
  const column = (at: number) => Float64Array.from(rows, (row) => Number(row[at]))
  return { runIds: column(0), starts: column(1), ends: column(2) }
}

/** Runs that are read at once. */
const runsAtOnce = 20_000

/**
 * Columns of the finished measured runs of a campaign in the order of execution, read in pieces; an aggregate gives one row
 * for each piece.
 */
function measuredRuns(
  connection: Reads,
  campaignId: number,
  columns: string,
  condition = '1',
  ...values: readonly Encoded[]
): (readonly unknown[])[] {
  const id = integer(campaignId, 'A campaign id')
  const last = connection.first('SELECT max(position) AS position FROM run WHERE campaign_id = ?', id)
  const end = last === undefined ? -1 : (optionalOf(last, 'position', integerOf) ?? -1)
  const found: (readonly unknown[])[] = []
  // The plus signs keep SQLite from going through all runs of the state for each piece.
  const asked = `SELECT ${columns} FROM run WHERE campaign_id = ? AND position >= ? AND position < ?
    AND +phase = 'measure' AND +state = 'done' AND ${condition} ORDER BY position`
  for (let from = 0; from <= end; from += runsAtOnce) {
    const piece = [integer(from, 'A position'), integer(from + runsAtOnce, 'A position')]
    for (const row of connection.read(() => connection.arrays(asked, id, ...piece, ...values)))
      found.push(row)
  }
  return found
}

/** Runs of `own` during which one of `theirs` ran. */
function overlapping(own: Stretches, theirs: Stretches): readonly number[] {
  const met: number[] = []
  let first = 0
  own.runIds.forEach((runId, run) => {
    const [startMs, endMs] = [own.starts[run] ?? 0, own.ends[run] ?? 0]
    // Runs of one campaign follow one another, so those that ended before this start never meet a later one.
    while (first < theirs.ends.length && (theirs.ends[first] ?? 0) <= startMs) first++
    for (let at = first; at < theirs.starts.length; at++) {
      const [otherStart, otherEnd] = [theirs.starts[at] ?? 0, theirs.ends[at] ?? 0]
      if (otherStart >= endMs) break
      const isSame = otherStart === startMs && otherEnd === endMs
      if (!isSame && otherEnd > startMs) {
        met.push(runId)
        break
      }
    }
  })
  return met
}

import type { PreflightCheck } from '../../../core/contract/host-requests'
import { formatDuration } from '../../../core/units/durations'
import type { Host } from '../host'
import { asRoot, type Parts } from '../remedies'
import { checkOf } from './engine-checks'

/** One reading of another machine's clock. Milliseconds since 1970. */
export interface ClockReading {
  readonly askedAtMs: number
  readonly answeredAtMs: number
  /** Undefined if `date` printed something else. */
  readonly theirsMs: number | undefined
}

/** The smallest difference that is noticeable in the dates of runs. */
const worthSayingMs = 2000

/** Asks a host for its time twice and takes the quicker answer; rejects if it cannot be reached. */
export async function readClock(host: Host): Promise<ClockReading> {
  const [first, second] = [await askTime(host), await askTime(host)]
  const took = (reading: ClockReading) => reading.answeredAtMs - reading.askedAtMs
  return took(second) < took(first) ? second : first
}

async function askTime(host: Host): Promise<ClockReading> {
  const askedAtMs = Date.now()
  const answer = await host.execute('date +%s.%N', { purpose: 'its clock', timeoutMs: 20_000 })
  const answeredAtMs = Date.now()
  return { askedAtMs, answeredAtMs, theirsMs: parseDate(new TextDecoder().decode(answer.stdout)) }
}

/** Reads the output of `date +%s.%N`, which has no fraction if date does not know %N (BusyBox, macOS). */
export function parseDate(text: string): number | undefined {
  const match = /^(\d+)(?:\.(\d{1,9}))?/.exec(text.trim())
  if (!match) return undefined
  return Math.round(Number(`${match[1] ?? ''}.${match[2] ?? '0'}`) * 1000)
}

/** How long the host took to answer. */
export function answerCheck({ askedAtMs, answeredAtMs }: ClockReading): PreflightCheck {
  const tookMs = Math.max(0, answeredAtMs - askedAtMs)
  const text = `Answered in ${formatDuration(tookMs / 1000)}.`
  return checkOf('answer', 'Reachable')('good', text)
}

/**
 * How far the host's clock is from this machine's. It is known no better than to half of the time the answer
 * took, or to a second if `date` prints no fractions. Durations do not depend on it: engines measure them
 * themselves.
 */
export function clockCheck(reading: ClockReading, parts: Parts = new Map()): PreflightCheck {
  const { askedAtMs, answeredAtMs, theirsMs } = reading
  const is = checkOf('clock', 'Clock')
  if (theirsMs === undefined) return is('unknown', 'Its clock could not be read.')
  const halfMs = Math.max(0, answeredAtMs - askedAtMs) / 2 + (theirsMs % 1000 === 0 ? 500 : 0)
  const aheadMs = theirsMs - (askedAtMs + answeredAtMs) / 2 + (theirsMs % 1000 === 0 ? 500 : 0)
  const known = `± ${seconds(halfMs)}`
  if (Math.abs(aheadMs) <= Math.max(worthSayingMs, halfMs)) {
    return is('good', `Agrees with this machine, ${known}.`)
  }
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return is(
    'warning',
    `${seconds(Math.abs(aheadMs))} ${side} this machine's, ${known}. The dates of runs differ by that; durations do not.`,
    asRoot('sudo timedatectl set-ntp true', parts),
  )
}

function seconds(ms: number): string {
  return formatDuration(ms / 1000)
}

import type { FigureAxis } from '../figure/figure'
import { displayUnit } from '../../results/display-unit'
import { linearTicks } from '../figure/ticks'
import { formatShort } from '../../units/number-format'

/** What is on the x axis: time since the start of the measured part, bytes written since then, or these in capacities of the drive. */
export type ProgressKey = 'time' | 'bytes_written' | 'drive_writes'

/** What a figure offers on x, the default first. */
export function progressChoices(...keys: readonly ProgressKey[]) {
  return keys.map((value) => ({ value, label: progressNames[value] }))
}

const progressNames = { time: 'Time', bytes_written: 'Bytes written', drive_writes: 'Drive writes' } as const

/** An axis from 0 to `end`, and how many base units (seconds, bytes, drive writes) make one of it. */
export interface ProgressAxis {
  readonly axis: FigureAxis
  readonly factor: number
  readonly unit: string
}

const timeUnits = [
  { unit: 'days', factor: 86_400, from: 5 * 86_400 },
  { unit: 'h', factor: 3600, from: 3 * 3600 },
  { unit: 's', factor: 1, from: 0 },
] as const

export function progressAxis(key: ProgressKey, end: number, ownLabel: string | undefined): ProgressAxis {
  const { unit, factor } = unitFor(key, end)
  const label =
    key === 'time' ? `Time (${unit})` : key === 'drive_writes' ? 'Drive writes' : `Written (${unit})`
  const last = end > 0 ? end / factor : 1
  const ticks = linearTicks(0, last, 8).ticks.filter(({ value }) => value <= last * (1 + 1e-9))
  const own = ownLabel?.trim() ?? ''
  return {
    axis: {
      ...{ label: own === '' ? label : own, kind: 'linear', min: 0, max: last, ticks },
      ...(factor !== 1 && { factor }),
    },
    factor,
    unit,
  }
}

function unitFor(key: ProgressKey, end: number): { readonly unit: string; readonly factor: number } {
  if (key === 'time') return timeUnits.find(({ from }) => end >= from) ?? { unit: 's', factor: 1 }
  if (key === 'drive_writes') return { unit: '', factor: 1 }
  const { label, factor } = displayUnit('B', [end])
  return { unit: label, factor }
}

/** Seconds in words: "45 s", "3,600 s". */
export function secondsText(seconds: number): string {
  return `${formatShort(seconds, 6)}\u202fs`
}

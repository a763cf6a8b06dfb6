import { formatCount } from '../../../units/number-format'
import { isObject, type JsonObject } from './json-members'

/** Why the numbers of a job are implausible. */
export interface NumberFault {
  readonly id: 'impossible-number' | 'numbers-missing' | 'numbers-disagree'
  readonly text: string
}

/** fio's numbers for the I/O in one direction. */
interface CountsAndRates {
  readonly ioCount: number
  /** It is derived from rate and time, so it cannot check them. */
  readonly isCountDerived: boolean
  readonly ioBytes: number | undefined
  readonly bytesPerSecond: number | undefined
  readonly iops: number | undefined
  readonly runtimeMs: number | undefined
}

/** Numbers of a result other than the directions. */
const ofJob = ['error', 'job_runtime', 'usr_cpu', 'sys_cpu', 'iodepth_level'] as const

/** Deeper than any of fio's sections. */
const deepest = 8

/** A number of a job that is not finite (`1e999`) or below 0; fio never produces either. */
export function findImpossible(entry: JsonObject, directions: readonly string[]): NumberFault | undefined {
  for (const key of [...ofJob, ...directions]) {
    const found = Object.hasOwn(entry, key) ? impossibleIn(entry[key], key, 0) : undefined
    if (found !== undefined)
      return { id: 'impossible-number', text: `fio's output says ${found}, which cannot be.` }
  }
  return undefined
}

/** `read.clat_ns.mean = -1`; the path is built on the way back, because nearly all of the many numbers are valid. */
function impossibleIn(value: unknown, key: string, depth: number): string | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 ? undefined : `${key.slice(0, 40)} = ${value}`
  if (value === null && key === 'total_ios' && depth > 0) return `${key} = null`
  if (!isObject(value) || depth >= deepest) return undefined
  const members = Object.values(value)
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at]
    // A result has thousands of numbers, and keys of bins are slow to list.
    if (typeof member === 'number' && member >= 0 && member < Infinity) continue
    const name = Object.keys(value)[at] ?? ''
    const found = impossibleIn(member, name, depth + 1)
    if (found !== undefined) return `${key.slice(0, 40)}.${found}`
  }
  return undefined
}

/** Rates are rounded down to a whole number, or to KiB/s, by some versions. */
const slack = 0.005
const mostIopsBeside = 1
const mostBytesBeside = 1024
/** Milliseconds; for shorter times, a rate means little. */
const shortestRuntime = 100

/**
 * fio divides its counts by the run time, which it prints as well (`add_ddir_status_json` in stat.c), so that each of
 * the three follows from the others: if they disagree, one of them is not what fio wrote.
 */
export function findDisagreement(directions: ReadonlyMap<string, CountsAndRates>): NumberFault | undefined {
  for (const [name, { ioCount, isCountDerived, ioBytes, bytesPerSecond, iops, runtimeMs }] of directions) {
    if (runtimeMs === undefined || iops === undefined || bytesPerSecond === undefined)
      return {
        id: 'numbers-missing',
        text: `fio's output does not say the run time, the IOPS or the bandwidth of its ${name} I/O.`,
      }
    if (runtimeMs < shortestRuntime) continue
    const seconds = runtimeMs / 1000
    const ofTime = `in ${formatCount(runtimeMs)} ms`
    if (!isCountDerived && differs(iops, ioCount / seconds, mostIopsBeside))
      return disagreement(name, `${iops} IOPS`, `${formatCount(ioCount)} requests ${ofTime}`)
    if (ioBytes !== undefined && differs(bytesPerSecond, ioBytes / seconds, mostBytesBeside + 1024 / seconds))
      return disagreement(
        name,
        `${formatCount(bytesPerSecond)} B/s`,
        `${formatCount(ioBytes)} bytes ${ofTime}`,
      )
  }
  return undefined
}

function differs(printed: number, computed: number, mostBeside: number): boolean {
  return Math.abs(printed - computed) > Math.max(mostBeside, slack * computed)
}

function disagreement(direction: string, rate: string, count: string): NumberFault {
  return { id: 'numbers-disagree', text: `fio's output says ${direction}: ${rate}, but also ${count}.` }
}

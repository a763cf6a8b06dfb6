import type { Direction } from '../../results/observation'
import { invalidates } from '../../results/reservation'
import { parseBytes } from '../../units/bytes'
import type { ForeignOutput, SkippedPart } from './foreign-output'
import {
  localTime,
  nothingRead,
  programRun,
  scaled,
  type PrintedNumbers,
  type PrintedRun,
} from './program-run'
import { readXml, type XmlElement } from './read-xml'

/**
 * Reads the XML report of TKperf: the rounds of the measurement window of its tests of SSDs, each a run per case. Its
 * write saturation and its tests of hard disks, whose rounds are not repetitions, are skipped. Undefined for any other
 * text. Format: TKperf's DeviceTests.py and StdyState.py (1.0 to 2.2).
 */
export function readTkPerf(text: string): ForeignOutput | undefined {
  if (!/<(?:iops|lat|tp|writesat)>/.test(text) || !text.includes('<roundmat>')) return undefined
  const root = readXml(text)
  if ('error' in root) return nothingRead('TKperf', root.error)
  const about = {
    version: wordIn(root, 'ioperfversion'),
    device: deviceOf(wordIn(root, 'devinfo') ?? ''),
    finishedAtMs: localTime((wordIn(root, 'testdate') ?? '').split('-')),
  }
  const runs: PrintedRun[] = []
  const skipped: SkippedPart[] = []
  for (const name of ['iops', 'lat', 'tp'] as const)
    for (const test of root.all(name)) {
      const found = readTest[name](test)
      if (found.length === 0) skipped.push({ part: name, reason: 'It has no rounds of an SSD test.' })
      for (const run of found) runs.push({ ...run, ...about })
    }
  if (root.find('writesat'))
    skipped.push({ part: 'writesat', reason: 'It is one long run over time, which is not read.' })
  return { engine: 'TKperf', runs: runs.map(programRun), skipped }
}

/** Each test's cases in the order of its matrices: shares of reads, and block sizes. */
const shares = { iops: [100, 95, 65, 50, 35, 5, 0], lat: [100, 65, 0] }
const blocks = {
  iops: ['1024k', '128k', '64k', '32k', '16k', '8k', '4k', '512'],
  lat: ['8k', '4k', '512'],
  tp: ['1024k', '64k', '8k', '4k', '512'],
}

const readTest: Readonly<Record<'iops' | 'lat' | 'tp', (test: XmlElement) => readonly PrintedRun[]>> = {
  // IOPS of reads and writes together, by round, share of reads and block size.
  iops: (test) => matrixRuns(test, 'iops', (cell) => (typeof cell === 'number' ? { iops: cell } : undefined)),
  // Lowest, highest and mean latency in microseconds. The highest of a mix is an average of two and left out. The test
  // always runs with one job and one request, whatever version 1 writes to its element.
  lat: (test) =>
    matrixRuns(test, 'lat', (cell, isMix) => {
      const [, max, mean] = listOf(cell).map((us) => (typeof us === 'number' ? us * 1000 : undefined))
      return isMix ? { latency_mean: mean } : { latency_max: max, latency_mean: mean }
    }).map((run) => ({ ...run, levels: { ...run.levels, jobs: 1, queue_depth: 1 } })),
  // Rates of reads and of writes in units of 1024 bytes, by block size, direction and round.
  tp: (test) =>
    listOf(valueIn(test, 'roundmat')).flatMap((sides, at) =>
      (['read', 'write'] as const).flatMap((side, place) =>
        windowOf(test).flatMap((round) => {
          const rate = listOf(listOf(sides)[place])[round]
          if (typeof rate !== 'number') return []
          return runOf(test, `sequential-${side}`, blocks.tp[at], side, { bandwidth: scaled(rate, 1024) })
        }),
      ),
    ),
}

function matrixRuns(
  test: XmlElement,
  name: 'iops' | 'lat',
  numbersOf: (cell: unknown, isMix: boolean) => PrintedNumbers | undefined,
): readonly PrintedRun[] {
  const rounds = listOf(valueIn(test, 'roundmat'))
  return windowOf(test).flatMap((round) => {
    const rows = listOf(rounds[round])
    // A hard disk has other shares, and a round for each part of it.
    if (rows.length !== shares[name].length) return []
    return rows.flatMap((row, at) => {
      const share = shares[name][at] ?? 0
      const side = share === 100 ? 'read' : share === 0 ? 'write' : 'total'
      return listOf(row).flatMap((cell, place) => {
        const numbers = numbersOf(cell, side === 'total')
        if (!numbers) return []
        const pattern = `random-${side === 'total' ? 'mix' : side}`
        return runOf(test, pattern, blocks[name][place], side, numbers, side === 'total' ? share : undefined)
      })
    })
  })
}

function runOf(
  test: XmlElement,
  pattern: string,
  block: string | undefined,
  side: Exclude<Direction, 'trim'>,
  numbers: PrintedNumbers,
  readPercent?: number,
): readonly PrintedRun[] {
  const bytes = parseBytes(block ?? '', 'binary')
  if (!bytes.ok) return []
  const count = (name: string) => {
    const value = valueIn(test, name)
    return typeof value === 'number' ? value : undefined
  }
  const levels = {
    ...{ pattern, read_percent: readPercent, block_size: bytes.value, direct: true },
    ...{ jobs: count('numjobs'), queue_depth: count('iodepth'), runtime: count('runtime') },
    refill_buffers: listOf(valueIn(test, 'xargs')).includes('refill_buffers') || undefined,
  }
  const isSteady = valueIn(test, 'reachstdystate') !== false
  return [
    {
      label: `${pattern}, ${block}`,
      levels,
      numbers: { [side]: numbers },
      warnings: isSteady ? [] : [unsteady],
    },
  ]
}

const unsteady = invalidates('not-steady', 'TKperf did not reach a steady state; these are its last rounds.')

/** The rounds of the measurement window, counted from 0. */
function windowOf(test: XmlElement): readonly number[] {
  return listOf(valueIn(test, 'stdyrounds')).filter((round) => typeof round === 'number')
}

/** Most elements hold one JSON value. */
function valueIn(element: XmlElement, path: string): unknown {
  try {
    return JSON.parse(element.text(path) ?? 'null')
  } catch {
    return undefined
  }
}

function wordIn(element: XmlElement, path: string): string | undefined {
  const value = valueIn(element, path)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/**
 * The model as hdparm, sginfo, nvme or udevadm names it, or the first line of the description that the tester wrote.
 * Undefined if a program described the drive without its model.
 */
function deviceOf(about: string): string | undefined {
  const model = /^\s*(?:(?:Model(?: Number)?|Product|mn)\s*:|E: ID_MODEL=)[ \t]*(\S.*)$/m.exec(about)?.[1]
  const [first = ''] = about.trim().split('\n')
  return (
    (model ?? (/^(?:udevadm Device Info|Device |RAID type)/.test(first) ? '' : first)).trim() || undefined
  )
}

import { engines } from '../registry'
import { readAsSsd } from './as-ssd-output'
import { readDiskMark } from './diskmark-output'
import { readDiskSpd } from './diskspd-output'
import { readElbencho } from './elbencho-output'
import { readEzFio } from './ezfio-output'
import { readPhoronix } from './phoronix-output'
import { readTkPerf } from './tkperf-output'
import { readTpcc } from './tpcc-output'
import { readVdbench } from './vdbench-output'
import { asPrinted } from './pasted-text'
import { leaveUnsoundRuns, type ForeignOutput, type ReadForeignOutput } from './foreign-output'

/** Readers for the output of programs that are not engines of the app. */
const otherPrograms: readonly ReadForeignOutput[] = [
  readTpcc,
  readDiskMark,
  readAsSsd,
  readDiskSpd,
  readElbencho,
  readVdbench,
  readPhoronix,
  readEzFio,
  readTkPerf,
]

/** The results found by the first engine that recognises the text, or else by another program's reader; undefined if none does. */
export function readForeignOutput(source: string): ForeignOutput | undefined {
  const text = asPrinted(source)
  for (const { readForeign } of engines) {
    const output = readForeign?.(text)
    if (output) return leaveUnsoundRuns(output)
  }
  for (const readForeign of otherPrograms) {
    const output = readForeign(text)
    if (output) return leaveUnsoundRuns(output)
  }
  return undefined
}

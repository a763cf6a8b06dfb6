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
import { present } from '../../iterables'
import { asPrinted } from './pasted-text'
import {
  leaveUnsoundRuns,
  type ForeignOutput,
  type ReadForeignOutput,
  type ScriptLine,
} from './foreign-output'

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

/**
 * The results of every program whose output a text holds, such as the log of a script that runs several. A document of
 * JSON or elements is of one program. Empty if none recognises the text. `beside`: lines of scripts that write it.
 */
export function readForeignOutputs(
  source: string,
  beside: () => readonly ScriptLine[] = () => [],
): readonly ForeignOutput[] {
  const text = asPrinted(source)
  const isDocument = /^\s*[[{<]/.test(text)
  const found: ForeignOutput[] = []
  for (const read of [...present(...engines.map(({ readForeign }) => readForeign)), ...otherPrograms]) {
    const output = read(text, beside)
    if (output) found.push(leaveUnsoundRuns(output))
    if (output && isDocument) break
  }
  return found
}

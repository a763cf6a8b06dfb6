import { sampleBytes, type ContentModel } from '../content/content-model'
import { oneStep } from '../steps'
import { outputFile } from './command'
import { dataContentArgs, dataContentKeys, fillOf } from './data-content'
import { isOn, numberOf } from './fields'

const dataFile = 'data'

/** The data IOzone writes, see data-content.ts. Only what repeats within one file can be seen in one file. */
export const iozoneContent: ContentModel = {
  keys: dataContentKeys,
  sample(workload, directory) {
    const blockBytes = numberOf(workload, 'block_size') ?? 65_536
    const bytes = sampleBytes(blockBytes)
    // -w leaves the file in place; no run of a plan has it.
    const args = [
      ...['-s', `${bytes / 1024}k`, '-r', `${blockBytes / 1024}k`, '-i', '0', '-+n', '-w'],
      ...dataContentArgs(workload),
      ...['-f', `${directory}/${dataFile}`],
    ]
    return {
      run: oneStep('prepare', { program: 'iozone', args, prints: outputFile }, outputFile, []),
      dataFile,
      bytes,
      mustExist: false,
    }
  },
  nominal(workload) {
    if (fillOf(workload) !== 'dedupe') return {}
    const percent = numberOf(workload, 'dedupe_percent') ?? 0
    const interior =
      numberOf(workload, 'dedupe_interior_percent') ?? (isOn(workload, 'dedupe_alike') ? percent : 0)
    return {
      compressPercent: numberOf(workload, 'compress_percent') ?? 0,
      repeatedPercent: (percent * interior) / 100,
    }
  },
}

import type { RunFailure } from '../../results/run'
import { failureOfExit, fileReasons, reasonPrinted, type Reason } from '../failures'

/** Why IOzone fails, by messages of the C library or its own; the first match counts. */
const reasons: readonly Reason[] = [
  ...fileReasons,
  {
    id: 'file-missing',
    says: /can not open temp/i,
    text: 'IOzone could not open its file.',
    remedy: 'Check that the target folder still exists, then run again.',
  },
  {
    id: 'bad-option',
    says: /option requires an argument|invalid option|unrecognized option|unsupported plus option/i,
    text: 'IOzone did not take one of the options.',
    remedy: 'Remove the option, or install a newer IOzone.',
  },
  {
    id: 'bad-option',
    says: /record size \d+ kB is greater than|can not do both|not supported in throughput mode/i,
    text: 'IOzone refused the options.',
    remedy: 'Change the options that it names.',
  },
  {
    id: 'data-differs',
    says: /dedup mis-compare/i,
    text: 'IOzone read back other data than it had written.',
    remedy:
      'Turn Threads and multi_buffer off, with which IOzone mixes up its own data; otherwise check the drive.',
  },
  {
    id: 'io-error',
    says: /error (?:reading|writing) block/i,
    text: 'IOzone could not read or write its file.',
    remedy: "Check the target and the kernel's log, then run again.",
  },
]

/** A failure for printed text, with the relevant line; undefined if no reason is known for it. */
export function failureOfText(text: string): RunFailure | undefined {
  return reasonPrinted(reasons, text)
}

/** A failure for an exit status without a result; 255 is IOzone's status for rejected options. */
export function iozoneExit(exitCode: number | undefined): RunFailure {
  return failureOfExit('IOzone', exitCode, 255)
}

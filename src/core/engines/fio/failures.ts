import type { RunFailure } from '../../results/run'
import { failure, fileReasons, reasonOfErrno, reasonPrinted, type Reason } from '../failures'

/** Why fio fails, by its messages and the error numbers of its results; the first match counts. */
const reasons: readonly Reason[] = [
  {
    id: 'device-mounted',
    says: /appears mounted/i,
    text: 'fio refused to write to a mounted device.',
    remedy: 'Choose a folder as target.',
  },
  {
    id: 'worker-killed',
    says: /got signal=\d+|fio: pid=\d+, got/i,
    text: 'A worker of fio was killed from outside.',
    remedy: 'Find out what ended it, such as a lack of memory, then run again.',
  },
  {
    id: 'io-engine-missing',
    says: /failed to load engine|engine .* not loadable|invalid external ioengine path|could not (?:dl)?open|dlopen/i,
    text: 'This fio was built without the I/O engine.',
    remedy: 'Choose another I/O engine, or install the package with more engines.',
  },
  {
    id: 'bad-option',
    says: /bad option <|failed parsing|unrecognized option|unknown option/i,
    text: 'fio did not take one of the options.',
    remedy: 'Remove the option, or install a newer fio.',
  },
  {
    id: 'size-missing',
    says: /you need to specify (?:valid )?size|no size/i,
    text: 'fio was given no file size.',
    remedy: 'Set File size.',
  },
  {
    id: 'file-missing',
    says: /file creation disallowed|refusing extend of file/i,
    text: 'The data file did not exist.',
    remedy: 'Check that the target folder still exists, then run again.',
  },
  {
    id: 'device-gone',
    errno: { ENODEV: 19 },
    text: 'The device is gone.',
    remedy: 'Check that the drive is still connected.',
  },
  {
    id: 'io-engine-missing',
    errno: { ENOSYS: 38 },
    text: 'The kernel does not have this I/O engine.',
    remedy: 'Choose another I/O engine.',
  },
  {
    id: 'latency-limit',
    errno: { ETIME: 62, ETIMEDOUT: 110 },
    text: 'A request took longer than max_latency allows.',
    remedy: 'Raise max_latency, or keep this as the result.',
  },
  {
    id: 'data-differs',
    says: /^\s*verify: bad|\bverify(?:_\w+)?: (?:bad|failed)|^\s*(?:crc\w*|md5|sha\w*|meta): verify failed/i,
    errno: { EILSEQ: 84 },
    text: 'Data read back was not what had been written.',
    remedy: 'Check the drive and its connection.',
  },
  ...fileReasons,
]

/** A failure for an error number of fio's result. */
export function failureOfErrno(errno: number): RunFailure {
  return (
    reasonOfErrno(reasons, errno) ??
    failure(
      'engine-error',
      `fio reported error ${errno}.`,
      'Look at the raw output and the terminal for what fio printed.',
    )
  )
}

/** A failure for text that fio printed, with the relevant line; undefined if no reason is known for it. */
export function failureOfText(text: string): RunFailure | undefined {
  return reasonPrinted(reasons, text)
}

import type { RunFailure } from '../../results/run'

/** Reasons by errno, as Linux numbers them. */
const byErrno: ReadonlyMap<number, RunFailure> = new Map([
  [
    1,
    failure(
      'no-permission',
      'The system refused the I/O (EPERM).',
      'Check the rights on the target, or choose another I/O engine.',
    ),
  ],
  [
    2,
    failure(
      'file-missing',
      'The data file did not exist (ENOENT).',
      'Check that the target folder still exists, then run again.',
    ),
  ],
  [
    5,
    failure(
      'io-error',
      'The drive reported an I/O error (EIO).',
      "Look at the kernel's log and the drive's health before going on.",
    ),
  ],
  [
    12,
    failure(
      'no-memory',
      'fio could not get enough memory (ENOMEM).',
      'Use fewer jobs, a smaller queue depth or smaller blocks.',
    ),
  ],
  [
    13,
    failure('no-permission', 'The target may not be written (EACCES).', 'Choose a folder you may write to.'),
  ],
  [19, failure('device-gone', 'The device is gone (ENODEV).', 'Check that the drive is still connected.')],
  [
    22,
    failure(
      'invalid-argument',
      'The system refused a request as invalid (EINVAL).',
      'The file system may lack direct I/O, or the block size may not fit the drive.',
    ),
  ],
  [
    27,
    failure('file-too-large', 'The file system allows no file of this size (EFBIG).', 'Use a smaller file.'),
  ],
  [
    28,
    failure(
      'no-space',
      'The file system is full (ENOSPC).',
      'Free some space or use a smaller file, then run again.',
    ),
  ],
  [
    30,
    failure(
      'read-only-file-system',
      'The file system is read-only (EROFS).',
      'Choose a target that can be written.',
    ),
  ],
  [
    38,
    failure(
      'io-engine-missing',
      'The kernel does not have this I/O engine (ENOSYS).',
      'Choose another I/O engine.',
    ),
  ],
  [
    62,
    failure(
      'latency-limit',
      'A request took longer than max_latency allows (ETIME).',
      'Raise max_latency, or keep this as the result.',
    ),
  ],
  [
    84,
    failure(
      'data-differs',
      'Data read back was not what had been written (EILSEQ).',
      'Check the drive and its connection.',
    ),
  ],
  [
    110,
    failure(
      'latency-limit',
      'A request took longer than max_latency allows (ETIMEDOUT).',
      'Raise max_latency, or keep this as the result.',
    ),
  ],
  [
    122,
    failure(
      'no-space',
      'The disk quota is used up (EDQUOT).',
      'Free some space or use a smaller file, then run again.',
    ),
  ],
])

/** Reasons by fio's messages; the first match counts. */
const byText: readonly (readonly [pattern: RegExp, failure: RunFailure])[] = [
  [
    /appears mounted/i,
    failure('device-mounted', 'fio refused to write to a mounted device.', 'Choose a folder as target.'),
  ],
  [
    /got signal=\d+|fio: pid=\d+, got/i,
    failure(
      'worker-killed',
      'A worker of fio was killed from outside.',
      'Find out what ended it, such as a lack of memory, then run again.',
    ),
  ],
  [
    /input\/output error/i,
    failure(
      'io-error',
      'The drive reported an I/O error.',
      "Look at the kernel's log and the drive's health before going on.",
    ),
  ],
  [
    /no space left on device|ENOSPC/i,
    failure('no-space', 'The file system is full.', 'Free some space or use a smaller file, then run again.'),
  ],
  [
    /failed to load engine|engine .* not loadable|invalid external ioengine path|could not (?:dl)?open|dlopen/i,
    failure(
      'io-engine-missing',
      'This fio was built without the I/O engine.',
      'Choose another I/O engine, or install the package with more engines.',
    ),
  ],
  [
    /bad option <|failed parsing|unrecognized option|unknown option/i,
    failure(
      'bad-option',
      'fio did not take one of the options.',
      'Remove the option, or install a newer fio.',
    ),
  ],
  [
    /you need to specify (?:valid )?size|no size/i,
    failure('size-missing', 'fio was given no file size.', 'Set File size.'),
  ],
  [
    /permission denied|operation not permitted/i,
    failure('no-permission', 'The system refused access to the target.', 'Choose a target you may write to.'),
  ],
  [
    /read-only file system/i,
    failure('read-only-file-system', 'The file system is read-only.', 'Choose a target that can be written.'),
  ],
  [
    /no such file or directory|file creation disallowed|refusing extend of file/i,
    failure(
      'file-missing',
      'The data file did not exist.',
      'Check that the target folder still exists, then run again.',
    ),
  ],
  [
    /invalid argument|first direct IO errored/i,
    failure(
      'invalid-argument',
      'The system refused a request as invalid.',
      'The file system may lack direct I/O, or the block size may not fit the drive.',
    ),
  ],
  [
    /cannot allocate memory|out of memory/i,
    failure(
      'no-memory',
      'fio could not get enough memory.',
      'Use fewer jobs, a smaller queue depth or smaller blocks.',
    ),
  ],
]

/** A failure for an error number of fio's result. */
export function failureOfErrno(errno: number): RunFailure {
  return (
    byErrno.get(errno) ??
    failure(
      'engine-error',
      `fio reported error ${errno}.`,
      'Look at the raw output and the terminal for what fio printed.',
    )
  )
}

/** A failure for text that fio printed, with the relevant line; undefined if no reason is known for it. */
export function failureOfText(text: string): RunFailure | undefined {
  for (const [pattern, known] of byText) {
    const line = text.split('\n').find((one) => pattern.test(one))
    if (line !== undefined) return { ...known, text: `${known.text} It printed: ${shortLine(line)}` }
  }
  return undefined
}

/** A failure for an exit without a result. */
export function failureOfExit(exitCode: number | undefined): RunFailure {
  if (exitCode === undefined) return failure('exit-unknown', 'How fio ended is not known.', 'Run it again.')
  if (exitCode === 127)
    return failure('engine-missing', 'fio was not found on the host.', 'Install fio, then run again.')
  if (exitCode === 126)
    return failure(
      'engine-not-executable',
      'fio may not be executed on the host.',
      'Check the installation of fio.',
    )
  if (exitCode > 128) {
    return failure(
      'engine-killed',
      `fio was ended from outside by signal ${exitCode - 128}.`,
      'Find out what ended it, then run again.',
    )
  }
  return failure(
    'no-result',
    `fio ended with status ${exitCode} and wrote no result.`,
    'Look at the terminal for what fio printed.',
  )
}

export function failure(id: string, text: string, remedy?: string): RunFailure {
  return remedy === undefined ? { id, text } : { id, text, remedy }
}

/** A printed line, fit for a sentence. */
export function shortLine(line: string): string {
  const clean = line.replace(/\p{Cc}+/gu, ' ').trim()
  return clean.length > 200 ? `${clean.slice(0, 199)}…` : clean
}

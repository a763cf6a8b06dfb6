import type { RunFailure } from '../../results/run'
import { shown } from './output/lines'

/** Reasons by messages of IOzone or the C library; the first match counts. */
const byText: readonly (readonly [pattern: RegExp, id: string, text: string, remedy: string])[] = [
  [
    /no space left on device/i,
    'no-space',
    'The file system is full.',
    'Free some space or use a smaller file, then run again.',
  ],
  [
    /disk quota exceeded/i,
    'no-space',
    'The disk quota is used up.',
    'Free some space or use a smaller file, then run again.',
  ],
  [
    /file too large/i,
    'file-too-large',
    'The file system allows no file of this size.',
    'Use a smaller file.',
  ],
  [
    /read-only file system/i,
    'read-only-file-system',
    'The file system is read-only.',
    'Choose a target that can be written.',
  ],
  [
    /permission denied|operation not permitted/i,
    'no-permission',
    'The system refused access to the target.',
    'Choose a target you may write to.',
  ],
  [
    /input\/output error/i,
    'io-error',
    'The drive reported an I/O error.',
    "Look at the kernel's log and the drive's health before going on.",
  ],
  [
    /cannot allocate memory|memory allocation failed/i,
    'no-memory',
    'IOzone could not get enough memory.',
    'Use fewer jobs or smaller records.',
  ],
  [
    /invalid argument/i,
    'invalid-argument',
    'The system refused a request as invalid.',
    'The file system may lack direct I/O, or the record size may not fit the drive.',
  ],
  [
    /can not open temporary file|no such file or directory|can not open temp/i,
    'file-missing',
    'IOzone could not open its file.',
    'Check that the target folder still exists, then run again.',
  ],
  [
    /option requires an argument|invalid option|unrecognized option|unsupported plus option/i,
    'bad-option',
    'IOzone did not take one of the options.',
    'Remove the option, or install a newer IOzone.',
  ],
  [
    /record size \d+ kB is greater than|can not do both|not supported in throughput mode/i,
    'bad-option',
    'IOzone refused the options.',
    'Change the options that it names.',
  ],
  [
    /dedup mis-compare/i,
    'data-differs',
    'IOzone read back other data than it had written.',
    'Turn Threads and multi_buffer off, with which IOzone mixes up its own data; otherwise check the drive.',
  ],
  [
    /error (?:reading|writing) block/i,
    'io-error',
    'IOzone could not read or write its file.',
    "Check the target and the kernel's log, then run again.",
  ],
]

/** A failure for printed text, with the relevant line; undefined if no reason is known for it. */
export function failureOfText(text: string): RunFailure | undefined {
  const lines = text.split('\n')
  for (const [pattern, id, said, remedy] of byText) {
    const line = lines.find((one) => pattern.test(one))
    if (line !== undefined) return failure(id, `${said} It printed: ${shown(line)}`, remedy)
  }
  return undefined
}

/** A failure for an exit status without a result. */
export function failureOfExit(exitCode: number | undefined): RunFailure {
  if (exitCode === undefined)
    return failure('exit-unknown', 'How IOzone ended is not known.', 'Run it again.')
  if (exitCode === 127)
    return failure('engine-missing', 'IOzone was not found on the host.', 'Install IOzone, then run again.')
  if (exitCode === 126)
    return failure(
      'engine-not-executable',
      'IOzone may not be executed on the host.',
      'Check the installation of IOzone.',
    )
  // 255 is IOzone's status for rejected options.
  if (exitCode > 128 && exitCode < 255) {
    return failure(
      'engine-killed',
      `IOzone was ended from outside by signal ${exitCode - 128}.`,
      'Find out what ended it, then run again.',
    )
  }
  return failure(
    'no-result',
    `IOzone ended with status ${exitCode} and printed no result.`,
    'Look at the raw output for what it printed.',
  )
}

export function failure(id: string, text: string, remedy?: string): RunFailure {
  return remedy === undefined ? { id, text } : { id, text, remedy }
}

import { onOff, option, whole } from '../describe-fields'
import type { ExtraOption, FieldKind } from '../engine'

/** A further option with the flag it is passed as. */
export interface IozoneOption extends ExtraOption {
  readonly flag: string
}

/**
 * Options that only shape the load. Deliberately left out: options that start programs on other machines (`-+m`,
 * `-+t`), mounts (`-U`), writes or reads further files (`-b -Q -X -Y -+R -+z`), prints the machine's name (`-M`),
 * checks data instead of measuring (`-V`), changes the table (`-+u -k -+X`) or takes the file from the app (`-f -F -w
 * -+E`). `-z` is implied by the ranges of the mode Auto.
 */
export const iozoneOptions: readonly IozoneOption[] = [
  flagged('-B', 'mmap', onOff, 'Maps the file into memory (-B). Fwrite and Fread are not available then.'),
  flagged(
    '-H',
    'async_depth',
    whole(1, 1024),
    'POSIX asynchronous I/O with this many requests (-H). Fwrite and Fread are not available then.',
  ),
  flagged('-+D', 'dsync', onOff, 'Opens the file with O_DSYNC (-+D).'),
  flagged(
    '-+r',
    'sync_reads_and_writes',
    onOff,
    'Opens the file with O_RSYNC and O_SYNC for all tests (-+r).',
  ),
  flagged('-W', 'lock_file', onOff, 'Locks the file while reading and writing (-W).'),
  flagged('-p', 'purge', onOff, "Purges the processor's cache before each test (-p)."),
  flagged('-m', 'multi_buffer', onOff, 'Uses several buffers in turn instead of one (-m). Needs plain data.'),
  flagged('-K', 'jitter', onOff, 'Disturbs the order of reads now and then (-K).'),
  flagged('-J', 'compute_ms', whole(0, 60_000), 'Milliseconds of computing before each request (-J).'),
  flagged('-P', 'bind_cpu', whole(0, 4095), 'Binds jobs to processors, beginning with this one (-P).'),
  flagged('-S', 'cache_kb', whole(1, 1_048_576), "Size of the processor's cache in kB (-S)."),
  flagged('-L', 'cache_line_bytes', whole(1, 4096), "Length of the processor's cache line in bytes (-L)."),
  flagged(
    '-+A',
    'madvise',
    whole(0, 4),
    'Advice for mapped files (-+A): 0 normal, 1 random, 2 sequential, 3 not needed, 4 will need.',
  ),
  flagged('-x', 'no_stonewall', onOff, 'Counts each job to its own end, instead of while all jobs run (-x).'),
  flagged(
    '-+B',
    'sequential_mix',
    onOff,
    'The mix reads and writes in order instead of at random places (-+B).',
  ),
  flagged('-+k', 'constant_total_size', onOff, 'File size is the sum over all jobs (-+k).'),
  flagged(
    '-+x',
    'auto_factor',
    whole(2, 1024),
    'Factor between two sizes in the mode Auto (-+x); 2 by default.',
  ),
  flagged('-+Q', 'dedupe_granule_bytes', whole(512, 16_777_216), 'Size of the pieces that repeat (-+Q).'),
  flagged(
    '-+S',
    'dedupe_set',
    whole(0, 2_147_483_647),
    'Data repeats only among files of the same set number (-+S).',
  ),
]

function flagged(flag: string, name: string, kind: FieldKind, help: string): IozoneOption {
  return { ...option(name, kind, help), flag }
}

const byName: ReadonlyMap<string, IozoneOption> = new Map(
  iozoneOptions.map((option) => [option.name, option]),
)

export function findOption(name: string): IozoneOption | undefined {
  return byName.get(name)
}

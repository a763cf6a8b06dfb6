import type { ExtraOption } from '../engine'

/** A further option with the flag it is passed as. */
export interface IozoneOption extends ExtraOption {
  readonly flag: string
}

const onOff = { type: 'boolean' } as const
const whole = (min: number, max: number) => ({ type: 'integer', min, max }) as const

/**
 * Options that only shape the load. Deliberately left out: options that start programs on other machines (`-+m`,
 * `-+t`), mounts (`-U`), writes or reads further files (`-b -Q -X -Y -+R -+z`), prints the machine's name (`-M`),
 * checks data instead of measuring (`-V`), changes the table (`-+u -k -+X`) or takes the file from the app (`-f -F -w
 * -+E`). `-z` is implied by the ranges of the mode Auto.
 */
export const iozoneOptions: readonly IozoneOption[] = [
  {
    name: 'mmap',
    flag: '-B',
    kind: onOff,
    help: 'Maps the file into memory (-B). fwrite and fread are not available then.',
  },
  {
    name: 'async_depth',
    flag: '-H',
    kind: whole(1, 1024),
    help: 'POSIX asynchronous I/O with this many requests (-H). fwrite and fread are not available then.',
  },
  { name: 'dsync', flag: '-+D', kind: onOff, help: 'Opens the file with O_DSYNC (-+D).' },
  {
    name: 'sync_reads_and_writes',
    flag: '-+r',
    kind: onOff,
    help: 'Opens the file with O_RSYNC and O_SYNC for all tests (-+r).',
  },
  { name: 'lock_file', flag: '-W', kind: onOff, help: 'Locks the file while reading and writing (-W).' },
  { name: 'purge', flag: '-p', kind: onOff, help: "Purges the processor's cache before each test (-p)." },
  {
    name: 'multi_buffer',
    flag: '-m',
    kind: onOff,
    help: 'Uses several buffers in turn instead of one (-m). Needs plain data.',
  },
  { name: 'jitter', flag: '-K', kind: onOff, help: 'Disturbs the order of reads now and then (-K).' },
  {
    name: 'compute_ms',
    flag: '-J',
    kind: whole(0, 60_000),
    help: 'Milliseconds of computing before each request (-J).',
  },
  {
    name: 'bind_cpu',
    flag: '-P',
    kind: whole(0, 4095),
    help: 'Binds jobs to processors, beginning with this one (-P).',
  },
  {
    name: 'cache_kb',
    flag: '-S',
    kind: whole(1, 1_048_576),
    help: "Size of the processor's cache in kB (-S).",
  },
  {
    name: 'cache_line_bytes',
    flag: '-L',
    kind: whole(1, 4096),
    help: "Length of the processor's cache line in bytes (-L).",
  },
  {
    name: 'madvise',
    flag: '-+A',
    kind: whole(0, 4),
    help: 'Advice for mapped files (-+A): 0 normal, 1 random, 2 sequential, 3 not needed, 4 will need.',
  },
  {
    name: 'no_stonewall',
    flag: '-x',
    kind: onOff,
    help: 'Counts each job to its own end, instead of while all jobs run (-x).',
  },
  {
    name: 'sequential_mix',
    flag: '-+B',
    kind: onOff,
    help: 'The mix reads and writes in order instead of at random places (-+B).',
  },
  {
    name: 'constant_total_size',
    flag: '-+k',
    kind: onOff,
    help: 'File size is the sum over all jobs (-+k).',
  },
  {
    name: 'auto_factor',
    flag: '-+x',
    kind: whole(2, 1024),
    help: 'Factor between two sizes in the mode Auto (-+x); 2 by itself.',
  },
  {
    name: 'dedupe_granule_bytes',
    flag: '-+Q',
    kind: whole(512, 16_777_216),
    help: 'Size of the pieces that repeat (-+Q).',
  },
  {
    name: 'dedupe_set',
    flag: '-+S',
    kind: whole(0, 2_147_483_647),
    help: 'Data repeats only among files of the same set number (-+S).',
  },
]

const byName: ReadonlyMap<string, IozoneOption> = new Map(
  iozoneOptions.map((option) => [option.name, option]),
)

export function findOption(name: string): IozoneOption | undefined {
  return byName.get(name)
}

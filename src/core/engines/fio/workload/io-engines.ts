import type { ExtraOption } from '../../engine'
import { onOff, option, percent, text, whole } from '../../describe-fields'

/** Options specific to some I/O engines, by the engines that support them (fio 3.33, `--enghelp`). */
const owned: Readonly<Record<string, readonly ExtraOption[]>> = {
  'io_uring pvsync2': [
    option('hipri', onOff, 'Waits for completions by polling; needs a device and kernel that can.'),
    option('uncached', onOff, 'Buffered requests drop their pages from the cache afterwards.'),
  ],
  pvsync2: [option('hipri_percentage', percent, 'Share of requests that are polled for.')],
  io_uring: [
    option('fixedbufs', onOff, 'Registers the buffers with the kernel once.'),
    option('registerfiles', onOff, 'Registers the file with the kernel once.'),
    option(
      'sqthread_poll',
      onOff,
      'A kernel thread takes requests, so that submitting needs no system call.',
    ),
    option('sqthread_poll_cpu', whole(0, 4095), 'Processor of that kernel thread.'),
    option('nonvectored', onOff, 'Uses plain read and write requests instead of readv and writev.'),
    option('force_async', whole(0), 'Makes every such request asynchronous from the start.'),
  ],
  'libaio io_uring pvsync2': [
    option('nowait', onOff, 'A request that would have to wait comes back instead.'),
  ],
  libaio: [
    option('userspace_reap', onOff, 'Reads completions from shared memory instead of by a system call.'),
  ],
  'libaio io_uring': [
    option('cmdprio_percentage', percent, 'Share of requests with a higher I/O priority.'),
    option('cmdprio_class', whole(0, 3), 'I/O class of those requests: 1 real time, 2 best effort, 3 idle.'),
    option('cmdprio', whole(0, 7), 'I/O priority of those requests within their class.'),
    option(
      'cmdprio_bssplit',
      text('\\d{1,10}[kmg]?/\\d{1,3}(:\\d{1,10}[kmg]?/\\d{1,3}){0,63}'),
      'Share of requests with a higher priority by block size, such as 4k/10:64k/50.',
    ),
  ],
  mmap: [option('thp', onOff, 'Asks for huge pages for the mapped file.')],
}

export const engineOptions: readonly ExtraOption[] = Object.values(owned).flat()

/** The I/O engines an option belongs to; undefined for options of fio itself. */
export function enginesOf(optionName: string): readonly string[] | undefined {
  return Object.keys(owned)
    .find((engines) => owned[engines]?.some(({ name }) => name === optionName))
    ?.split(' ')
}

/** The I/O engines offered: those that only read and write one file. */
export const ioEngines = [
  { value: 'libaio', label: 'libaio', help: "Linux's asynchronous I/O. Asynchronous only with direct I/O." },
  { value: 'io_uring', label: 'io_uring', help: 'The newer asynchronous interface of Linux 5.1 and later.' },
  {
    value: 'posixaio',
    label: 'posixaio',
    help: 'POSIX asynchronous I/O; on Linux the C library does it with threads.',
  },
  { value: 'windowsaio', label: 'windowsaio', help: 'Asynchronous I/O of Windows.' },
  { value: 'psync', label: 'psync', help: 'pread and pwrite, one request at a time.' },
  { value: 'sync', label: 'sync', help: 'lseek with read and write, one request at a time.' },
  { value: 'vsync', label: 'vsync', help: 'readv and writev; neighbouring requests are gathered into one.' },
  { value: 'pvsync', label: 'pvsync', help: 'preadv and pwritev, one request at a time.' },
  {
    value: 'pvsync2',
    label: 'pvsync2',
    help: 'preadv2 and pwritev2, one request at a time; can poll with hipri.',
  },
  { value: 'mmap', label: 'mmap', help: 'The file is mapped into memory; always through the page cache.' },
  { value: 'null', label: 'null', help: 'Moves no data: measures what fio itself costs.' },
] as const

const asynchronous: ReadonlySet<string> = new Set(['libaio', 'io_uring', 'posixaio', 'windowsaio', 'null'])

/** True for engines that take one request at a time, whatever the queue depth; false for those that are not known. */
export function isSynchronous(ioEngine: string): boolean {
  return !asynchronous.has(ioEngine) && ioEngines.some(({ value }) => value === ioEngine)
}

/** True for engines that can have more than one request in flight. */
export function isAsynchronous(ioEngine: string): boolean {
  return asynchronous.has(ioEngine)
}

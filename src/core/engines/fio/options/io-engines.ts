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

/** True for engines that can have more than one request in flight. */
export function isAsynchronous(ioEngine: string): boolean {
  return asynchronous.has(ioEngine)
}

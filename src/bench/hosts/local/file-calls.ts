import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs'

/** What a thread of this process waits for in the kernel: a call, in the words of proc_pid_syscall(5), and its file. */
export interface FileCall {
  readonly thread: string
  /** Distinguishes this call from the next of the same kind. */
  readonly call: string
  /** Both files of a copy, joined by “or”. */
  readonly path: string
}

/** Which arguments of a call name its file, or both files of a copy: descriptors, or addresses of paths. */
type Named = readonly [kind: 'descriptor' | 'path', ...places: readonly number[]]

const descriptor: Named = ['descriptor', 0]
const path: Named = ['path', 0]
const pathBehindFolder: Named = ['path', 1]
const copyTo: Named = ['descriptor', 0, 1]
const copyRange: Named = ['descriptor', 0, 2]

/** Numbers of the calls on files that may wait for a drive, from the kernel's tables of each processor. */
const calls: Readonly<Record<string, readonly (readonly [Named, readonly number[]])[]>> = {
  // arch/x86/entry/syscalls/syscall_64.tbl
  x64: [
    [descriptor, [0, 1, 3, 5, 17, 18, 19, 20, 72, 74, 75, 77, 78, 91, 217, 285, 295, 296]],
    [copyTo, [40]],
    [copyRange, [326]],
    [path, [2, 4, 6, 21, 76, 82, 83, 84, 86, 87, 89, 90]],
    [pathBehindFolder, [257, 258, 262, 263, 264, 265, 267, 269, 280, 316, 332, 439]],
  ],
  // include/uapi/asm-generic/unistd.h
  arm64: [
    [descriptor, [25, 46, 47, 52, 57, 61, 63, 64, 65, 66, 67, 68, 69, 70, 80, 82, 83]],
    [copyTo, [71]],
    [copyRange, [285]],
    [path, [45]],
    [pathBehindFolder, [33, 34, 35, 37, 38, 48, 53, 56, 78, 79, 88, 276, 291, 439]],
  ],
}

/** By number. */
const ofThisProcessor = new Map(
  (calls[process.arch] ?? []).flatMap(([named, numbers]) =>
    numbers.map((number) => [number, named] as const),
  ),
)

/**
 * The calls on files in which threads of this process are at the moment, on Linux; without files that are no drive's:
 * pipes, sockets, devices, the kernel's own. Never waits for a file itself.
 */
export function fileCalls(): readonly FileCall[] {
  return threads().flatMap((thread) => {
    try {
      const call = readFileSync(`/proc/self/task/${thread}/syscall`, 'latin1').trim()
      const [number = '', ...given] = call.split(' ')
      const [kind, ...places] = ofThisProcessor.get(Number(number)) ?? []
      const paths = places.map((place) => {
        const argument = given[place] ?? ''
        return kind === 'path' ? textAt(BigInt(argument)) : readlinkSync(`/proc/self/fd/${Number(argument)}`)
      })
      const files = paths.filter((path) => /^\/(?!dev\/|proc\/|sys\/)/.test(path))
      return files.length === 0 ? [] : [{ thread, call, path: files.join(' or ') }]
    } catch {
      // The thread or the descriptor is gone, or the kernel does not say.
      return []
    }
  })
}

function threads(): readonly string[] {
  try {
    return readdirSync('/proc/self/task')
  } catch {
    return []
  }
}

/** Longest path (PATH_MAX). */
const longestPath = 4096

/** The text at an address of this process, up to its NUL. */
function textAt(address: bigint): string {
  const memory = openSync('/proc/self/mem', 'r')
  try {
    const bytes = Buffer.alloc(longestPath)
    const length = readSync(memory, bytes, 0, longestPath, address)
    const end = bytes.subarray(0, length).indexOf(0)
    return bytes.toString('utf8', 0, end < 0 ? 0 : end)
  } finally {
    closeSync(memory)
  }
}

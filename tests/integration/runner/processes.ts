import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { expect, vi } from 'vitest'

/**
 * Pids of living processes of runs under `folder` that carry the mark of a run in their environment: engines and what
 * they start. Its path distinguishes them from those of other tests.
 */
export function runProcesses(folder: string): readonly number[] {
  return everyProcess(folder).filter((pid) => read(pid, 'environ').includes('\0BENCHWRIGHT_RUN='))
}

/**
 * Pids of all living processes whose working directory is under `folder`: also supervisors and their keepers, which set
 * the mark only for what they start.
 */
export function everyProcess(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolder(pid).startsWith(`${folder}/`))
    .filter((pid) => !/\) [ZX] /.test(read(pid, 'stat')))
}

/** Resolves once no process of a run under `folder` is left: a supervisor ends a moment after its commit is seen. */
export async function noneLeft(folder: string): Promise<void> {
  await vi.waitFor(() => expect(everyProcess(folder)).toEqual([]))
}

/** Pid of the engine on record in a run directory. */
export function enginePid(runDirectory: string): number {
  return pidIn(`${runDirectory}/engine`)
}

export function supervisorPid(runDirectory: string): number {
  return pidIn(`${runDirectory}/supervisor`)
}

/** Never 0 or -1: signals to those would go to this test and to every process. */
function pidIn(path: string): number {
  const pid = Number(readFileSync(path, 'utf8').split(' ')[0])
  if (!Number.isInteger(pid) || pid <= 1) throw new Error(`${path} names no process.`)
  return pid
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${String(pid)}/cwd`)
  } catch {
    return ''
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

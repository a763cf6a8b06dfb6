import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { newPlan } from '../../../src/core/plan/edit-plan'
import type { Plan, Workload } from '../../../src/core/plan/plan'
import type { FioWorkshop } from '../runner/fio-workshop'

/** Programs that these tests need, with the Debian package each comes in. `npm test` installs them. */
const needed = {
  sysbench: 'sysbench',
  mariadbd: 'mariadb-server-core',
  'mariadb-install-db': 'mariadb-server-core',
  mariadb: 'mariadb-client-core',
} as const

/** Throws with the names of the packages that are missing. */
export function needDatabasePrograms(): void {
  const missing = Object.entries(needed).filter(([program]) => !isInstalled(program))
  if (missing.length === 0) return
  const programs = missing.map(([program, name]) => `${program} (package ${name})`)
  throw new Error(`These tests need ${programs.join(', ')}. npm test installs them.`)
}

/** True if a shell finds the program, as the app's own scripts search for it. */
export function isInstalled(program: string): boolean {
  try {
    const look = `PATH=$PATH:/usr/sbin:/sbin:/usr/local/sbin
for programs in /usr/lib/postgresql/*/bin; do PATH=$PATH:$programs; done
command -v "$1"`
    execFileSync('sh', ['-c', look, 'sh', program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface ServerProcess {
  readonly pid: number
  readonly user: string
}

/** Database servers that work in a folder of the test, whatever their owner. */
export function serversIn(folder: string): readonly ServerProcess[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,user=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid = '', user = '', args = ''] = /^ *(\d+) +(\S+) +(.*)$/.exec(line) ?? []
    return /^(?:\S*\/)?(?:mariadbd|mysqld|postgres:?)(?: |$)/.test(args) &&
      cwdOf(pid).startsWith(`${folder}/`)
      ? [{ pid: Number(pid), user }]
      : []
  })
}

function cwdOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // It has ended in the meantime.
    return ''
  }
}

/** Few transactions, for runs that only have to last a while: at full speed each keeps both processors busy. */
export const unhurried = { offered_transactions: 20 }

/** MariaDB's usual redo log of 96 MiB is created, copied and removed for every run. */
const smallLog = { innodb_log_file_size: 8 * 1024 ** 2 }

/** A small OLTP plan on a folder, usually the workshop's own target. */
export function oltpPlan(
  { target: path }: Pick<FioWorkshop, 'target'>,
  parts: Partial<Plan> = {},
  base: Workload = {},
): Plan {
  const isPrivateMariaDb = base.server === undefined && base.server_address === undefined
  return newPlan(
    { id: 'oltp', seed: 1, target: { kind: 'folder', path } },
    {
      name: 'OLTP',
      engine: 'sysbench-oltp',
      base: { jobs: 2, tables: 2, table_size: 1000, runtime: 3, ...(isPrivateMariaDb && smallLog), ...base },
      axes: [],
      repetitions: 1,
      series: 1,
      ...parts,
    },
  )
}

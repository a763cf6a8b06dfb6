import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HostList } from '../../../../src/bench/hosts/host-list'
import { HostPool } from '../../../../src/bench/hosts/host-pool'
import { HostDesk } from '../../../../src/bench/serve/desks/host-desk'
import type { HostEvent } from '../../../../src/core/contract/host-requests'
import { thisMachine } from '../../../../src/core/plan/destination'

let folder: string
let pool: HostPool
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bw-host-desk-'))
  writeFileSync(join(folder, 'in-way'), '')
})
afterEach(async () => {
  await pool.dispose()
  rmSync(folder, { recursive: true })
})

function openDesk() {
  pool = new HostPool({ settingsFolder: folder })
  const desk = new HostDesk({
    pool,
    list: new HostList(join(folder, 'hosts.json')),
    aliases: () => [],
    inUse: () => undefined,
  })
  const told: (string | undefined)[] = []
  desk.events.on((event) => {
    const { hosts = [] } = event as Partial<Extract<HostEvent, { type: 'hosts-changed' }>>
    told.push(hosts[0]?.problem)
  })
  return { desk, told }
}

it('shows in the list of hosts what a check found that keeps anything from running there', async () => {
  vi.stubEnv('BENCHWRIGHT_STATE', join(folder, 'in-way', 'state'))
  const { desk, told } = openDesk()
  expect(desk.hosts()[0]?.problem).toBeUndefined()
  await desk.inspect(thisMachine)
  expect(desk.hosts()[0]?.problem).toMatch(/^The folder of runs, .*in-way\/state\/runs, cannot be written/)
  expect(told.at(-1)).toBe(desk.hosts()[0]?.problem)
})

it('follows what the checks of plans find later', () => {
  const { desk, told } = openDesk()
  const path = '/home/lab/runs'
  pool.noteRunsFolder(thisMachine, { path, isRemote: false, freeBytes: 1024 })
  expect(desk.hosts()[0]?.problem).toMatch(/runs, has 1\sKiB free/)
  pool.noteRunsFolder(thisMachine, { path, isRemote: false, freeBytes: 2 ** 40 })
  expect(desk.hosts()[0]?.problem).toBeUndefined()
  expect(told).toHaveLength(2)
})

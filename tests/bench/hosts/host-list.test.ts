import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HostList } from '../../../src/bench/hosts/host-list'
import { settingsFolder } from '../../../src/bench/files/settings-folder'
import { thisMachine } from '../../../src/core/plan/destination'
import { machine } from '../../core/plan/machine'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-hosts-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

it('keeps hosts under the canonical text of their destination, and renames an existing one', async () => {
  const list = new HostList(join(folder, 'new', 'hosts.json'))
  expect(list.all()).toEqual([])
  await list.add(machine('ssh://me@lab:2222'))
  await list.add(machine('nas'), 'The big one')
  await list.add(machine('me@lab:2222'), 'Lab')
  const other = new HostList(list.path)
  expect(other.all()).toMatchObject([
    { destination: 'me@lab:2222', label: 'Lab' },
    { destination: 'nas', label: 'The big one' },
  ])
  expect(await other.remove(machine('nas'))).toBe(true)
  expect(await other.remove(machine('nas'))).toBe(false)
  expect(list.all()).toHaveLength(1)
})

it('refuses this machine, and a file that is not a list without touching it', async () => {
  const list = new HostList(join(folder, 'hosts.json'))
  await expect(list.add(thisMachine)).rejects.toThrow(/always on the list/)
  writeFileSync(list.path, '{"schema": 1, "hosts": [{}]}')
  await expect(list.add(machine('lab'))).rejects.toThrow(/is not a list of hosts/)
  expect(readFileSync(list.path, 'utf8')).toContain('[{}]')
})

it('is where the window and the command line both look', () => {
  expect(settingsFolder({ XDG_CONFIG_HOME: '/x' }, 'linux')).toBe('/x/benchwright')
  expect(settingsFolder({ BENCHWRIGHT_SETTINGS: '/own', XDG_CONFIG_HOME: '/x' }, 'linux')).toBe('/own')
  expect(settingsFolder({}, 'darwin')).toMatch(/Library\/Application Support\/benchwright$/)
})

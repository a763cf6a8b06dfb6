import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { BenchEvent } from '../../../src/core/contract/bench-requests'
import type { HostSummary } from '../../../src/core/contract/host-requests'
import type { HostPool } from '../../../src/bench/hosts/host-pool'
import { HostList } from '../../../src/bench/hosts/host-list'
import { readAliases } from '../../../src/bench/hosts/ssh/config-aliases'
import { HostDesk } from '../../../src/bench/serve/desks/host-desk'
import { SshWorkshop } from './ssh-workshop'
import { hostRequests } from '../../../src/core/contract/host-requests'
import { thisMachine } from '../../../src/core/plan/destination'
import { machine } from '../../core/plan/machine'

let shop: SshWorkshop
let desk: HostDesk
let pool: HostPool
let busy: string | undefined
const told: BenchEvent[] = []
let wake: () => void = () => undefined

beforeEach(async () => {
  shop = new SshWorkshop()
  await shop.serve()
  shop.configure()
  busy = undefined
  told.length = 0
  pool = shop.pool()
  desk = new HostDesk({
    pool,
    list: new HostList(join(shop.settings, 'hosts.json')),
    aliases: () => readAliases(shop.config),
    inUse: () => busy,
  })
  desk.events.on((event) => {
    told.push(event)
    wake()
  })
})
afterEach(async () => {
  desk.dispose()
  await shop.close()
})

const lab = (hosts = desk.hosts()) => hosts.find(({ id }) => id === 'lab')

/** Resolves once the reports so far satisfy the condition. */
async function until(wish: () => boolean): Promise<void> {
  while (!wish()) {
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
}

const toldText = () => told.flatMap((event) => (event.type === 'host-terminal' ? [event.text] : [])).join('')

async function loggedIn(): Promise<void> {
  await desk.add(machine('lab'))
  await desk.login(machine('lab'), { columns: 100, rows: 14 })
  await until(() => /fingerprint\]\)\?|yes\/no/.test(toldText()))
  desk.type(machine('lab'), 'yes\n')
  await until(() => lab()?.status.state === 'online')
}

it('lists this machine first, offers aliases, and refuses what is not a destination', async () => {
  expect(desk.hosts().map(({ id, status }) => [id, status.state])).toEqual([['local', 'online']])
  expect(desk.aliases()).toEqual(['lab'])
  expect(v.is(hostRequests['host.add'].schema, { destination: '-oProxyCommand=touch x' })).toBe(false)
  expect(v.parse(hostRequests['host.add'].schema, { destination: ' lab ' })).toEqual({ destination: 'lab' })
  await expect(desk.add(thisMachine)).rejects.toThrow('always on the list')
  expect(await desk.add(machine(' lab '))).toMatchObject({
    id: 'lab',
    status: { state: 'offline' },
    loggingIn: false,
  })
  expect(desk.aliases()).toEqual([])
  const last = told.at(-1)
  expect(last?.type === 'hosts-changed' && lab(last.hosts as HostSummary[])).toMatchObject({ id: 'lab' })
})

it('reports the state of a host that a plan uses and nobody has added, and allows no action on it', async () => {
  pool.open(machine('lab'))
  expect(lab()).toMatchObject({ listed: false, status: { state: 'offline' } })
  await expect(desk.login(machine('lab'), { columns: 80, rows: 24 })).rejects.toThrow('no host lab')
  await expect(desk.inspect(machine('lab'))).rejects.toThrow('no host lab')
  await desk.add(machine('lab'))
  expect(desk.hosts().map(({ id, listed }) => [id, listed])).toEqual([
    ['local', true],
    ['lab', true],
  ])
})

it('shows the login, and surveys the host once it is logged in', async () => {
  await loggedIn()
  expect(lab()?.loggingIn).toBe(false)
  const report = await desk.inspect(machine('lab'))
  expect(report.checks.find(({ id }) => id === 'clock')?.state).toBe('good')
  expect(report.record.kernel).toMatch(/^Linux/)
  expect(report.record.name).toBe('lab')
  expect(desk.report(machine('lab'))).toBe(report)
  expect(lab()?.inspectedAtMs).toBe(report.inspectedAtMs)
  // Once ssh is logged in, nothing that is typed reaches it any more.
  desk.type(machine('lab'), '~.')
  expect((await desk.inspect(machine('lab'))).checks[0]?.state).toBe('good')
})

it('cancels the survey of a silent host on request', async () => {
  await loggedIn()
  const thaw = shop.freeze()
  const look = desk.inspect(machine('lab'))
  desk.cancelInspect(machine('lab'))
  await expect(look).rejects.toThrow('Waiting for a look at the machine was cancelled.')
  thaw()
  expect((await desk.inspect(machine('lab'))).checks[0]?.state).toBe('good')
})

it('disconnects a host and reconnects it, but not while a campaign runs there', async () => {
  await loggedIn()
  busy = 'A campaign runs on lab.'
  await expect(desk.disconnect(machine('lab'))).rejects.toThrow('A campaign runs')
  await expect(desk.remove(machine('lab'))).rejects.toThrow('A campaign runs')
  busy = undefined
  await desk.disconnect(machine('lab'))
  expect(lab()?.status.state).toBe('offline')
  await desk.login(machine('lab'), { columns: 80, rows: 24 })
  await until(() => lab()?.status.state === 'online')
  await desk.remove(machine('lab'))
  expect(lab()).toBeUndefined()
  await expect(desk.login(machine('lab'), { columns: 80, rows: 24 })).rejects.toThrow('no host lab')
  await expect(desk.inspect(machine('other'))).rejects.toThrow('no host other')
})

it('forgets the stored key of a host only for a person who saw which one', async () => {
  await loggedIn()
  await desk.disconnect(machine('lab'))
  await shop.stopServer()
  shop.makeKey('host_key')
  await shop.serve()
  await desk.login(machine('lab'), { columns: 100, rows: 14 })
  await until(() => lab()?.status.state === 'host-key-changed')
  const changed = lab()?.status.changedKey
  expect(changed?.storedFingerprint).toMatch(/^SHA256:/)
  expect(changed?.offeredFingerprint).toMatch(/^SHA256:/)
  expect(changed?.offeredFingerprint).not.toBe(changed?.storedFingerprint)
  const before = readFileSync(shop.knownHosts, 'utf8')
  await expect(desk.forgetKey(machine('lab'), changed?.offeredFingerprint ?? '')).rejects.toThrow(
    'no longer contains that key',
  )
  expect(readFileSync(shop.knownHosts, 'utf8')).toBe(before)
  await desk.forgetKey(machine('lab'), changed?.storedFingerprint ?? '')
  expect(readFileSync(shop.knownHosts, 'utf8')).not.toContain(before.trim().split(' ').at(-1))
  told.length = 0
  await desk.login(machine('lab'), { columns: 100, rows: 14 })
  await until(() => /fingerprint\]\)\?|yes\/no/.test(toldText()))
  desk.type(machine('lab'), 'yes\n')
  await until(() => lab()?.status.state === 'online')
})

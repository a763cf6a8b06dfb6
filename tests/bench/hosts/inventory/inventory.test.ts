import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseCpu } from '../../../../src/bench/hosts/inventory/parse-cpu'
import { deviceUnder } from '../../../../src/bench/hosts/inventory/device-under'
import { parseDevices } from '../../../../src/bench/hosts/inventory/parse-devices'
import { parseMount } from '../../../../src/bench/hosts/inventory/parse-mount'
import { parseParts } from '../../../../src/bench/hosts/inventory/parse-parts'
import {
  parseDistribution,
  parseMemoryBytes,
  parseScheduler,
} from '../../../../src/bench/hosts/inventory/parse-system'
import { planEnvironment } from '../../../../src/bench/hosts/inventory/plan-environment'
import { readInventory, takeInventory } from '../../../../src/bench/hosts/inventory/take-inventory'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import { scriptEngine } from '../../runner/script-engine'

const fixture = (name: string) =>
  readFileSync(new URL(`../../../fixtures/hosts/${name}`, import.meta.url), 'utf8')
const workstation = fixture('nvme-lvm-workstation/lsblk.json')

describe('parseCpu', () => {
  it('reads the flat list of older lscpu and the nested one of newer', () => {
    expect(parseCpu({ lscpu: fixture('debian-12-vm/lscpu.json') })).toEqual({
      model: 'AMD EPYC',
      logicalCores: 2,
      architecture: 'x86_64',
    })
    expect(parseCpu({ lscpu: fixture('nvme-lvm-workstation/lscpu.json') })).toEqual({
      model: 'AMD Ryzen 9 7950X 16-Core Processor',
      logicalCores: 32,
      architecture: 'x86_64',
    })
  })

  it('falls back to /proc/cpuinfo and to sysctl', () => {
    const cpuinfo = 'processor\t: 0\nmodel name\t: Intel(R) N100\nprocessor\t: 1\nmodel name\t: Intel(R) N100'
    expect(parseCpu({ cpuinfo, architecture: 'x86_64' })).toEqual({
      model: 'Intel(R) N100',
      logicalCores: 2,
      architecture: 'x86_64',
    })
    expect(parseCpu({ sysctl: fixture('mac/sysctl.txt'), architecture: 'arm64' })).toEqual({
      model: 'Apple M2 Pro',
      logicalCores: 12,
      architecture: 'arm64',
    })
  })

  it('is absent if nothing can be read', () => {
    expect(parseCpu({})).toBeUndefined()
    expect(parseCpu({ lscpu: 'lscpu: unrecognized option' })).toBeUndefined()
  })
})

describe('deviceUnder', () => {
  const devicesOf = (parts: Record<string, string>) => parseDevices(new Map(Object.entries(parts))) ?? []
  const mountOf = (name: string) => parseMount(fixture(name), undefined)

  it('leads from an LVM volume to its drive', () => {
    const firmware = '/sys/block/nvme0n1/device/firmware_rev:4B2QJXD7'
    expect(
      deviceUnder(
        devicesOf({ lsblk: workstation, firmware }),
        mountOf('nvme-lvm-workstation/findmnt-lvm.json'),
      ),
    ).toEqual({
      name: 'nvme0n1',
      model: 'Samsung SSD 990 PRO 2TB',
      serial: 'S6Z2NJ0W000001X',
      wwn: 'eui.0025384d00000001',
      firmware: '4B2QJXD7',
      sizeBytes: 2_000_398_934_016,
      transport: 'nvme',
      rotational: false,
      scheduler: 'none',
      logicalBlockBytes: 512,
      physicalBlockBytes: 512,
    })
  })

  it('leads from a btrfs subvolume to its drive, although its device number is made up', () => {
    const device = deviceUnder(
      devicesOf({ lsblk: workstation }),
      mountOf('nvme-lvm-workstation/findmnt-btrfs.json'),
    )
    expect(device).toMatchObject({ name: 'sda', rotational: true, firmware: '82.00A82' })
  })

  it('reads the numbers in text of old versions and the top one of stacked mounts', () => {
    const device = deviceUnder(
      devicesOf({ lsblk: fixture('old-centos-7/lsblk.json') }),
      mountOf('old-centos-7/findmnt.json'),
    )
    expect(device).toMatchObject({
      name: 'sda',
      sizeBytes: 480_103_981_056,
      rotational: false,
      scheduler: 'deadline',
      logicalBlockBytes: 512,
    })
  })

  it('is absent for network and memory file systems and for damaged output', () => {
    expect(
      deviceUnder(devicesOf({ lsblk: workstation }), mountOf('nvme-lvm-workstation/findmnt-nfs.json')),
    ).toBeUndefined()
    expect(deviceUnder(devicesOf({ lsblk: workstation }), undefined)).toBeUndefined()
    expect(
      deviceUnder(
        devicesOf({ lsblk: workstation.slice(0, 900) }),
        mountOf('nvme-lvm-workstation/findmnt-lvm.json'),
      ),
    ).toBeUndefined()
  })

  it('takes the scheduler from /sys if lsblk omits it', () => {
    const lsblk = fixture('debian-12-vm/lsblk.json').replace('"mq-deadline"', 'null')
    const schedulers = fixture('debian-12-vm/schedulers.txt')
    expect(
      deviceUnder(devicesOf({ lsblk, schedulers }), mountOf('debian-12-vm/findmnt.json'))?.scheduler,
    ).toBe('mq-deadline')
  })
})

describe('parseMount', () => {
  it('reads findmnt', () => {
    expect(parseMount(fixture('nvme-lvm-workstation/findmnt-btrfs.json'), undefined)).toEqual({
      type: 'btrfs',
      mountPoint: '/srv',
      source: '/dev/sda1[/@srv]',
      options: 'rw,noatime,compress=zstd:3,space_cache=v2,subvol=/@srv',
      sizeBytes: 4_000_785_981_440,
      freeBytes: 900_000_000_000,
      deviceNumber: '0:41',
    })
  })

  it('falls back to df', () => {
    expect(parseMount(undefined, fixture('mac/df.txt'))).toEqual({
      source: '/dev/disk3s5',
      mountPoint: '/System/Volumes/Data',
      sizeBytes: 482_797_652 * 1024,
      freeBytes: 213_909_504 * 1024,
    })
    expect(parseMount('', '')).toBeUndefined()
  })
})

describe('the system', () => {
  it('reads memory, distribution and scheduler', () => {
    expect(parseMemoryBytes(fixture('debian-12-vm/meminfo'), undefined)).toBe(24_684_092 * 1024)
    expect(parseMemoryBytes(undefined, fixture('mac/sysctl.txt'))).toBe(34_359_738_368)
    expect(parseMemoryBytes(undefined, undefined)).toBeUndefined()
    expect(parseDistribution(fixture('debian-12-vm/os-release'), undefined)).toBe(
      'Debian GNU/Linux 12 (bookworm)',
    )
    expect(parseDistribution(fixture('old-centos-7/os-release'), undefined)).toBe('CentOS Linux 7 (Core)')
    expect(parseDistribution(undefined, fixture('mac/sw_vers.txt'))).toBe('macOS 14.5')
    expect(parseDistribution(undefined, undefined)).toBeUndefined()
    expect(parseScheduler('none [mq-deadline] kyber')).toBe('mq-deadline')
    expect(parseScheduler('none')).toBe('none')
    expect(parseScheduler('')).toBeUndefined()
  })
})

describe('parseParts', () => {
  it('leaves out banners and empty parts and accepts no other mark', () => {
    const text = 'Welcome!\n@n kernel\nLinux 6\n\n@n empty\n\n@m other\nx\n@n last\n  a\n@b'
    expect([...parseParts(text, 'n')]).toEqual([
      ['kernel', 'Linux 6'],
      ['empty', '@m other\nx'],
      ['last', 'a\n@b'],
    ])
  })
})

describe('the inventory of this machine', () => {
  const host = createLocalHost()
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'benchwright-inventory-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('row 35: keeps the clock of the machine along with the local one before and after it was read', async () => {
    const { record } = await takeInventory(host, {})
    const [before, after] = (record.raw['clock-here'] ?? '').split(' ').map(Number)
    const theirs = Number(record.raw.clock)
    expect(theirs).toBeGreaterThanOrEqual(Math.floor(before ?? NaN))
    expect(theirs).toBeLessThanOrEqual(after ?? NaN)
  })

  it('names machine, memory, kernel, file system and engine in one round trip', async () => {
    const inventory = await takeInventory(host, { engine: scriptEngine(), targetPath: folder })
    const { record } = inventory
    expect(record.name).toBe(hostname())
    expect(record.cpu?.logicalCores).toBeGreaterThan(0)
    expect(Math.abs((record.memoryBytes ?? 0) / totalmem() - 1)).toBeLessThan(0.01)
    expect(record.kernel).toMatch(/^Linux \d/)
    expect(record.bootId).toBe(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
    expect(record.fileSystem?.freeBytes).toBeGreaterThan(0)
    expect(record.engine).toEqual({
      id: 'script',
      version: '1.2',
      path: expect.stringMatching(/\/sh$/) as string,
    })
    expect(record.raw.lscpu).toContain('lscpu')
    expect(inventory.runsDirectory).toMatch(/^\/.*\/benchwright\/runs$|^\/.*\/runs$/)
    expect(inventory.target).toMatchObject({ kind: 'folder', parentExists: true, writable: true })
  })

  it('identifies a target', async () => {
    const created = join(folder, 'data.dat')
    writeFileSync(created, 'x')
    symlinkSync(created, join(folder, 'link'))
    const { target: seen } = await takeInventory(host, { engine: scriptEngine(), targetPath: created })
    const { dev, ino } = statSync(created)
    expect(seen?.identity).toMatch(new RegExp(`^${String(dev)}:${String(ino)} 1 b:`))
    const record = { machine: 'local', path: created, identity: seen?.identity ?? '', createdAtMs: 0 }
    const look = async (targetPath: string, files = [record]) =>
      planEnvironment(
        await takeInventory(host, { engine: scriptEngine(), targetPath }),
        scriptEngine(),
        files,
      ).target
    expect(await look(created)).toMatchObject({ kind: 'file', createdByApp: true, writable: true })
    expect(await look(created, [])).toMatchObject({ kind: 'file', createdByApp: false })
    expect(
      await look(created, [{ ...record, identity: record.identity.replace(' b:', ' b:0') }]),
    ).toMatchObject({
      kind: 'file',
      createdByApp: false,
    })
    expect(await look(join(folder, 'link'))).toMatchObject({ kind: 'other', createdByApp: false })
    expect(await look(join(folder, 'new'))).toMatchObject({
      kind: 'missing',
      parentExists: true,
      writable: true,
    })
    expect(await look(join(folder, 'no', 'where'))).toMatchObject({
      kind: 'missing',
      parentExists: false,
      writable: false,
    })
    expect(await look('/dev/null')).toMatchObject({ kind: 'character-device' })
    const target = await look(join(folder, 'new'))
    expect(target?.freeBytes).toBeGreaterThan(0)
    expect(await look(join(folder, 'no', 'where'))).not.toHaveProperty('freeBytes')
  })

  it('reads whether run directories can be made, and what is in their way', async () => {
    const inWay = join(folder, 'in-way')
    writeFileSync(inWay, '')
    const runsFolder = async (state: string) => {
      vi.stubEnv('BENCHWRIGHT_STATE', state)
      const own = createLocalHost()
      try {
        return (await takeInventory(own, {})).runsFolder
      } finally {
        await own.dispose()
      }
    }
    const good = await runsFolder(join(folder, 'state'))
    expect(good).toMatchObject({ path: join(folder, 'state', 'runs'), isRemote: false })
    expect(good?.unwritable).toBeUndefined()
    expect(good?.freeBytes).toBeGreaterThan(0)
    expect((await runsFolder(join(inWay, 'state')))?.unwritable).toBe(inWay)
  })

  it('finds a program outside the PATH', async () => {
    const program = join(folder, 'bin', 'benchwright-nowhere')
    mkdirSync(join(folder, 'bin'))
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    vi.stubEnv('HOME', folder)
    const own = createLocalHost()
    try {
      const engine = scriptEngine()
      const lost = { ...engine, description: { ...engine.description, program: 'benchwright-nowhere' } }
      const found = await takeInventory(own, { engine: lost })
      expect(found).toMatchObject({ engineFound: false, engineElsewhere: program })
      expect(planEnvironment(found, lost, [])).toMatchObject({
        engineState: 'missing',
        engineElsewhere: program,
      })
    } finally {
      await own.dispose()
    }
  })

  it('works for a relative path too', async () => {
    for (const targetPath of ['nowhere', 'no/where', '-x', '.', '//']) {
      const { target } = await takeInventory(host, { targetPath })
      expect(target?.kind).toBe(targetPath === '.' || targetPath === '//' ? 'folder' : 'missing')
    }
  })

  it('distinguishes a missing engine from an old one', async () => {
    const state = async (engine: ReturnType<typeof scriptEngine>) =>
      planEnvironment(await takeInventory(host, { engine }), engine, []).engineState
    const engine = scriptEngine()
    expect(await state(engine)).toBe('found')
    expect(
      await state({ ...engine, description: { ...engine.description, program: 'no-such-engine' } }),
    ).toBe('missing')
    expect(await state({ ...engine, description: { ...engine.description, oldestVersion: '1.3' } })).toBe(
      'too-old',
    )
  })

  it('requires nothing but the shell', () => {
    const parts = new Map([['state', '/home/x/runs']])
    const inventory = readInventory(parts, { host: { name: 'bare' }, targetPath: '/x' })
    expect(inventory).toMatchObject({
      record: { name: 'bare', raw: {} },
      engineFound: undefined,
      mount: undefined,
      target: undefined,
    })
    expect(() => readInventory(new Map(), { host: { name: 'mute' } })).toThrow('mute')
  })
})

describe('the devices of this machine', () => {
  it('come with the record, and with their health if requested', async () => {
    const { record } = await takeInventory(createLocalHost(), { targetPath: '/', health: true })
    const known = (record.devices ?? []).map(({ name }) => name)
    expect(record.devices).toBeDefined()
    if (record.device) expect(known).toContain(record.device.name)
    expect(record.raw.rights).toMatch(/^\d+/)
    const plain = await takeInventory(createLocalHost(), {})
    expect(plain.record.raw).not.toHaveProperty('rights')
  })
})

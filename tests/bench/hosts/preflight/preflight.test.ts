import { describe, expect, it } from 'vitest'
import { engines } from '../../../../src/core/engines/registry'
import { worstOf } from '../../../../src/core/contract/host-requests'
import { clockCheck, parseDate } from '../../../../src/bench/hosts/preflight/clock-check'
import { readPreflight, runPreflight } from '../../../../src/bench/hosts/preflight/run-preflight'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import { hostFixture } from '../inventory/host-fixture'

const clock = { askedAtMs: 1_000_000, answeredAtMs: 1_000_040, theirsMs: 1_000_023 }

/** A well-kept Debian host; `changes` leave parts out with undefined. */
function checks(changes: Record<string, string | undefined> = {}, reading = clock) {
  const parts: Record<string, string | undefined> = {
    shell: '/usr/bin/sh\n/usr/bin/dash',
    'login-shell': '/usr/bin/fish',
    kernel: 'Linux 6.1.0',
    'os-release': hostFixture('debian-12-vm/os-release'),
    user: '1000\nlab\nlab disk',
    sudo: 'yes',
    'engine-path fio': '/usr/bin/fio',
    'engine-version fio': 'fio-3.33',
    'engine-path iozone': '/usr/bin/iozone',
    'engine-version iozone': '        Version $Revision: 3.489 $',
    'engine-path sysbench-fileio': '/usr/bin/sysbench',
    'engine-version sysbench-fileio': 'sysbench 1.0.20',
    'engine-path sysbench-oltp': '/usr/bin/sysbench',
    'engine-version sysbench-oltp': 'sysbench 1.0.20',
    'io-engines': 'Available IO engines:\n\tcpuio\n\tmmap\n\tpsync\n\tlibaio\n\tio_uring\n\tnull',
    'io-uring': '0',
    state: '/home/lab/.local/state/benchwright/runs',
    'state-writable': 'yes',
    'state-df': hostFixture('debian-12-vm/df.txt'),
    tools: 'sha256sum\nsetsid\nflock\nstat\nlsblk\nfindmnt\nsmartctl\nblkid',
    ...changes,
  }
  const entries = Object.entries(parts).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const found = readPreflight(new Map(entries), reading, engines)
  return new Map(found.map((check) => [check.id, check]))
}

describe('the preflight of a well-kept host', () => {
  it('finds everything good and lists what is there', () => {
    const found = checks()
    expect(worstOf([...found.values()])).toBe('good')
    expect([...found.keys()]).toEqual([
      ...['answer', 'shell', 'engine-fio', 'engine-iozone'],
      ...['engine-sysbench-fileio', 'engine-sysbench-oltp', 'io-engines'],
      ...['rights', 'space', 'clock', 'tools'],
    ])
    // Few hosts have go-tpc: one without it lacks nothing.
    const withGoTpc = checks({
      ...{ 'engine-path go-tpc': '/usr/bin/go-tpc', 'engine-version go-tpc': 'Release version: v1.0.12' },
    })
    expect(withGoTpc.get('engine-go-tpc')?.text).toBe('1.0.12 at /usr/bin/go-tpc.')
    expect(found.get('shell')?.text).toBe('/usr/bin/sh is /usr/bin/dash; the login shell is /usr/bin/fish.')
    expect(found.get('engine-fio')?.text).toBe('3.33 at /usr/bin/fio.')
    expect(found.get('engine-iozone')?.text).toBe('3.489 at /usr/bin/iozone.')
    expect(found.get('io-engines')?.text).toBe('libaio, io_uring, psync, mmap, null.')
    expect(found.get('rights')?.text).toContain('as lab, who is in the group disk')
    expect(checks({ user: '0\nroot\nroot', sudo: undefined }).get('rights')?.state).toBe('good')
  })
})

describe('what a host lacks', () => {
  it('includes how to install an engine on it', () => {
    const without = { 'engine-path fio': undefined, 'engine-version fio': 'sh: fio: not found' }
    const found = checks(without)
    expect(found.get('engine-fio')).toMatchObject({ state: 'warning', remedy: 'sudo apt install fio' })
    expect(found.has('io-engines')).toBe(false)
    const rocky = 'NAME="Rocky Linux"\nID="rocky"\nID_LIKE="rhel centos fedora"'
    expect(checks({ ...without, 'os-release': rocky }).get('engine-fio')?.remedy).toBe('sudo dnf install fio')
    expect(checks({ ...without, 'os-release': 'ID=alpine' }).get('engine-fio')?.remedy).toMatch(
      /^Install fio/,
    )
    const root = { ...without, user: '0\nroot\nroot', sudo: undefined }
    expect(checks(root).get('engine-fio')?.remedy).toBe('apt install fio')
    expect(checks({ ...without, sudo: 'missing' }).get('engine-fio')?.remedy).toBe('As root: apt install fio')
    const elsewhere = checks({ ...without, 'engine-elsewhere fio': '/home/lab/bin/fio' }).get('engine-fio')
    expect(elsewhere).toMatchObject({
      text: expect.stringMatching(/^\/home\/lab\/bin\/fio is in no folder on the path/) as string,
      remedy: expect.stringContaining('ln -s /home/lab/bin/fio /usr/local/bin/fio') as string,
    })
    expect(checks({ ...without, kernel: 'Darwin 23.5.0' }).get('engine-fio')?.remedy).toBe('brew install fio')
  })

  it('is a problem only if nothing can be run', () => {
    const found = checks({
      ...{ 'engine-path fio': undefined, 'engine-path iozone': undefined },
      ...{ 'engine-path sysbench-fileio': undefined, 'engine-path sysbench-oltp': undefined },
    })
    expect(found.get('engine-fio')?.state).toBe('problem')
    expect(worstOf([...found.values()])).toBe('problem')
  })

  it('distinguishes an old engine from one with an unreadable version', () => {
    expect(checks({ 'engine-version fio': 'fio-2.1.11' }).get('engine-fio')).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/^2\.1\.11 at \/usr\/bin\/fio is too old/) as string,
    })
    expect(checks({ 'engine-version fio': 'Segmentation fault' }).get('engine-fio')?.state).toBe('unknown')
  })

  it('reports if io_uring is disabled and if fio has no asynchronous engine', () => {
    expect(checks({ 'io-uring': '2' }).get('io-engines')).toMatchObject({
      state: 'warning',
      remedy: 'sudo sysctl kernel.io_uring_disabled=0',
    })
    const few = 'Available IO engines:\n\tpsync\n\tnull'
    expect(checks({ 'io-engines': few }).get('io-engines')?.state).toBe('warning')
    expect(checks({ 'io-engines': few, kernel: 'Darwin 23' }).get('io-engines')?.state).toBe('good')
    expect(checks({ 'io-engines': undefined }).get('io-engines')?.state).toBe('unknown')
  })

  it('reports what the account may not do', () => {
    const lab = (sudo: string) => checks({ user: '1000\nlab\nlab', sudo }).get('rights')
    expect(lab('password')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('sudo asks for a password') as string,
      remedy: expect.stringContaining('NOPASSWD') as string,
    })
    expect(lab('missing')?.text).toContain('There is no sudo')
    expect(lab('missing')?.remedy).not.toContain('sudo')
    expect(checks({ user: 'id: not found' }).get('rights')?.state).toBe('unknown')
  })

  it('reports if there is no room for runs or they cannot be written', () => {
    const df = (kib: number) =>
      `Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda1 1000000 1 ${String(kib)} 1% /`
    expect(checks({ 'state-df': df(500_000) }).get('space')?.state).toBe('warning')
    expect(checks({ 'state-df': df(1000) }).get('space')).toMatchObject({
      state: 'problem',
      text: expect.stringMatching(/^The folder of runs, \/home\/lab\/.*, has 1,000\sKiB free/) as string,
    })
    expect(checks({ 'state-writable': 'no /home/lab' }).get('space')?.state).toBe('problem')
    expect(checks({ 'state-df': undefined }).get('space')?.state).toBe('unknown')
  })

  it('reports which programs are missing', () => {
    expect(checks({ tools: 'shasum\nstat', kernel: 'Darwin 23' }).get('tools')?.state).toBe('good')
    expect(checks({ tools: 'sha256sum\nstat\nfindmnt\nblkid' }).get('tools')).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/lsblk.*smartctl or nvme/) as string,
      remedy: 'sudo apt install smartmontools util-linux',
    })
    const withoutStat = checks({ tools: 'sha256sum\nsetsid\nflock\nlsblk\nfindmnt\nsmartctl\nblkid' }).get(
      'tools',
    )
    expect(withoutStat?.state).toBe('problem')
    expect(withoutStat?.text).toContain('stat')
    expect(checks({ tools: undefined }).get('tools')?.state).toBe('problem')
  })
})

describe('the clock', () => {
  it('is good within the measurable precision', () => {
    expect(clockCheck(clock).state).toBe('good')
    expect(clockCheck({ askedAtMs: 0, answeredAtMs: 9000, theirsMs: 8001 })).toMatchObject({ state: 'good' })
    // Whole seconds: the answer may be up to a second old.
    expect(clockCheck({ askedAtMs: 10_900, answeredAtMs: 10_940, theirsMs: 10_000 }).state).toBe('good')
  })

  it('reports the difference and its direction', () => {
    const ahead = clockCheck({ askedAtMs: 0, answeredAtMs: 40, theirsMs: 95_020 })
    expect(ahead).toMatchObject({ state: 'warning', remedy: 'sudo timedatectl set-ntp true' })
    expect(ahead.text.replaceAll('\u202f', ' ')).toMatch(/^1 min 35 s ahead of this machine's, ± 20 ms\./)
    expect(clockCheck({ askedAtMs: 90_000, answeredAtMs: 90_040, theirsMs: 20_001 }).text).toContain('behind')
    expect(clockCheck({ askedAtMs: 0, answeredAtMs: 1, theirsMs: undefined }).state).toBe('unknown')
  })

  it('reads date with and without fractions', () => {
    expect(parseDate('1795310223.250000000\n')).toBe(1_795_310_223_250)
    expect(parseDate('1795310223.N')).toBe(1_795_310_223_000)
    expect(parseDate('date: invalid option')).toBeUndefined()
  })
})

describe('the preflight of this machine', () => {
  it('answers every question in three round trips', async () => {
    const found = await runPreflight(createLocalHost())
    expect(found.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['answer', 'shell', 'engine-fio', 'rights', 'space', 'clock', 'tools']),
    )
    const byId = new Map(found.map((check) => [check.id, check]))
    for (const id of ['answer', 'shell', 'clock', 'space']) expect(byId.get(id)?.state).toBe('good')
    expect(byId.get('rights')?.state).not.toBe('unknown')
  })
})

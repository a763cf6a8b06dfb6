import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { parseSampleLog } from '../../../src/core/observers/sample-log'
import { readSamples } from '../../../src/core/observers/read-samples'
import { temporaryFolder } from '../store/sample-review'

const script = 'src/bench/observers/sample.sh'
const shells = [['dash'], ['busybox', 'sh'], ['bash', '--posix']].filter(([name]) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name ?? ''))),
)

interface Sampler {
  readonly child: ChildProcess
  readonly file: string
  readonly marker: string
  readonly ended: Promise<unknown>
}

function startSampler(
  shell: readonly string[],
  kinds: string,
  { intervalCs = 10, mostBytes = 1e6 } = {},
): Sampler {
  const folder = temporaryFolder()
  const [file, marker] = [join(folder, 'samples.txt'), join(folder, 'marker')]
  writeFileSync(marker, '')
  const [program = 'sh', ...before] = shell
  const args = [...before, script, file, marker, String(intervalCs), String(mostBytes), kinds, 'no-such-disk']
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  return { child, file, marker, ended: once(child, 'close') }
}

const logOf = ({ file }: Sampler) => parseSampleLog(existsSync(file) ? readFileSync(file, 'utf8') : '')

describe.each(shells)('the sampler in %s', (...shell) => {
  it('samples until it is ended, once more at the end', async () => {
    const sampler = startSampler(shell, 'disk,cpu,memory,pressure,temperature')
    let errors = ''
    sampler.child.stderr?.on('data', (text) => (errors += String(text)))
    await vi.waitFor(() =>
      expect(logOf(sampler).samples.filter(({ kind }) => kind === 'cpu').length).toBeGreaterThan(3),
    )
    sampler.child.kill('SIGTERM')
    expect(await sampler.ended).toEqual([0, null])
    expect(errors).toBe('')
    const log = logOf(sampler)
    expect(log).toMatchObject({ end: 'told', problem: undefined })
    const times = log.samples.filter(({ kind }) => kind === 'cpu').map(({ uptime }) => uptime)
    // From deadline to deadline, however long a sample takes.
    const phases = times.slice(0, -1).map((time) => Math.round((time - (times[0] ?? 0)) * 100) % 10)
    expect(phases.filter((phase) => phase <= 5).length).toBeGreaterThan(phases.length / 2)
    expect(Math.abs((log.clocks.at(-1)?.atMs ?? 0) - Date.now())).toBeLessThan(60_000)
    const { series, problems } = readSamples(readFileSync(sampler.file, 'utf8'), {
      test: 'any',
      startedAtMs: log.clocks[0]?.atMs ?? 0,
      intervalSeconds: 0.1,
    })
    expect(problems).toEqual([])
    expect(series.map(({ metric }) => metric)).toEqual(
      expect.arrayContaining(['cpu_user', 'cpu_idle', 'memory_dirty']),
    )
  })

  it('reads one sensor of each drive under the target, and none of the others', async () => {
    const folder = temporaryFolder()
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), `${text}\n`)
    }
    // A path of a drive with several controllers, an ATA drive, and drives that are not measured.
    const nvme = 'class/block/nvme2c2n1/device/hwmon1'
    put(`${nvme}/temp1_input`, '49850')
    put(`${nvme}/temp1_label`, 'Composite')
    put(`${nvme}/temp2_input`, '61850')
    put('class/block/sda/device/hwmon/hwmon3/temp1_input', '30000')
    put('class/block/nvme0n1/device/hwmon0/temp1_input', '40000')
    for (const [number, chip] of ['nvme', 'nvme', 'coretemp', 'drivetemp'].entries()) {
      put(`class/hwmon/hwmon${String(number)}/name`, chip)
      put(`class/hwmon/hwmon${String(number)}/temp1_input`, '20000')
    }
    put('class/hwmon/hwmon4/name', 'pmbus')
    put('class/hwmon/hwmon4/power1_label', 'total')
    put('class/hwmon/hwmon4/power1_input', '41000000')
    put('class/power_supply/BAT0/status', 'Discharging')
    put('class/power_supply/BAT0/power_now', '9000000')
    put('class/power_supply/BAT1/status', 'Charging')
    put('class/power_supply/BAT1/power_now', '8000000')
    for (const [zone, name] of [
      ['intel-rapl:0', 'package-0'],
      ['intel-rapl:0:0', 'core'],
    ]) {
      put(`class/powercap/${zone ?? ''}/name`, name ?? '')
      put(`class/powercap/${zone ?? ''}/energy_uj`, '5000000')
      put(`class/powercap/${zone ?? ''}/max_energy_range_uj`, '262143328850')
    }
    put('class/block/nvme2n1/device/model', 'A')
    put('class/block/dm-0/dm/uuid', 'LVM-1')
    put('bin/nvme', `#!/bin/sh\necho "$2" >> '${folder}/asked'; echo '{}'`)
    put('bin/smartctl', `#!/bin/sh\nfor last; do :; done; echo "$last" >> '${folder}/asked'; echo '{}'`)
    for (const name of ['nvme', 'smartctl']) chmodSync(join(folder, 'bin', name), 0o755)
    const copy = join(folder, 'sample.sh')
    writeFileSync(copy, readFileSync(script, 'utf8').replaceAll('/sys/class', `${folder}/class`))
    const [program = 'sh', ...before] = shell
    const file = join(folder, 'samples.txt')
    // Without its marker it ends after one sample.
    const args = [
      copy,
      file,
      'gone',
      '10',
      '1000000',
      'temperature,power,smart',
      'dm-0',
      'nvme2n1',
      'nvme2c2n1',
      'sda',
    ]
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}` }
    await once(spawn(program, [...before, ...args], { stdio: 'inherit', env }), 'close')
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('/dev/nvme2n1\n/dev/sda\n')
    const found = parseSampleLog(readFileSync(file, 'utf8'))
      .samples.filter(({ kind }) => kind === 'gauge' || kind === 'counter')
      .map(({ kind, words }) => `${kind}: ${words.join(' | ')}`)
    expect(found).toEqual([
      'gauge: power | power | W | 0.000001 | pmbus total (hwmon4/power1) | 41000000 | Power',
      'gauge: power | power | W | 0.000001 | BAT0 | 9000000 | Power',
      'counter: power | power | W | 0.000001 | package-0 (intel-rapl:0) | 5000000 | 262143328850 | Power',
      'gauge: temperature | temperature | °C | 0.001 | nvme2c2n1 Composite | 49850 | Temperature',
      'gauge: temperature | temperature | °C | 0.001 | sda | 30000 | Temperature',
      'gauge: temperature | temperature | °C | 0.001 | coretemp temp1 (hwmon2/temp1) | 20000 | Temperature',
    ])
  })

  it('ends when its run is gone', async () => {
    const sampler = startSampler(shell, 'cpu')
    await vi.waitFor(() => expect(logOf(sampler).samples.length).toBeGreaterThan(0))
    rmSync(sampler.marker)
    expect(await sampler.ended).toEqual([0, null])
    expect(logOf(sampler).end).toBe('gone')
  })

  it('ends when its file is full', async () => {
    const sampler = startSampler(shell, 'cpu', { mostBytes: 300 })
    expect(await sampler.ended).toEqual([0, null])
    expect(logOf(sampler).end).toBe('full')
    expect(readFileSync(sampler.file).length).toBeLessThan(400)
  })

  it('leaves no process behind', async () => {
    const sampler = startSampler(shell, 'cpu', { intervalCs: 6000 })
    const childrenFile = `/proc/${sampler.child.pid}/task/${sampler.child.pid}/children`
    let children: readonly number[] = []
    await vi.waitFor(() => {
      children = readFileSync(childrenFile, 'utf8').trim().split(' ').filter(Boolean).map(Number)
      expect(children).toHaveLength(1)
      expect(readFileSync(`/proc/${children[0]}/cmdline`, 'utf8')).toContain('sleep')
    })
    sampler.child.kill('SIGTERM')
    await sampler.ended
    await vi.waitFor(() => expect(existsSync(`/proc/${children[0]}`)).toBe(false))
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { fillWithEverything } from '../../bench/store/everything'
import type {
  PrivilegedArguments,
  PrivilegedRequestName,
} from '../../../src/core/contract/privileged-requests'
import { newPlan } from '../../../src/core/plan/edit-plan'
import { RecentReviews } from '../../../src/main/state/recent-reviews'
import { readingArguments } from '../../cli/reading-arguments'
import { startBench } from './bench-line'
import { canMakeDevices, DeviceLab, tool } from './device-lab'
import { mountHung } from './hung-folder'

// A folder that does not answer: what names a file in it gets an error in time, and holds up nothing else.
const folder = mkdtempSync(join(tmpdir(), 'bw-hung-'))
const hung = join(folder, 'around', 'hung')
const there = join(folder, 'there.benchwright')
const isRoot = process.getuid?.() === 0 && existsSync('/dev/fuse')
let mount: Awaited<ReturnType<typeof mountHung>> | undefined
let bench: ReturnType<typeof startBench>
const planId = 'plan-1'
const planOf = (id: string, path: string) =>
  newPlan({ id, seed: 1, target: { kind: 'folder', path } }, { name: id })
const hungPlan = planOf('hung-plan', hung)

beforeAll(async () => {
  const review = createReview(there)
  fillWithEverything(review)
  for (const plan of [planOf(planId, folder), hungPlan]) review.savePlan(plan)
  review.close()
  if (!isRoot) return
  mount = await mountHung(hung)
  bench = startBench(folder)
  await bench.ofShell('review.open', { path: there, mode: 'write' })
})
afterAll(async () => {
  await mount?.unmount()
  if (isRoot) await bench.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Requests that name a place in their arguments, but for the one that opens a file. */
type Places = { readonly path: string } | { readonly folder: string } | { readonly paths: readonly string[] }
type Naming = {
  [N in PrivilegedRequestName]: PrivilegedArguments<N> extends Places ? N : never
}[Exclude<PrivilegedRequestName, 'review.open'>]

const settings = { kind: 'results-table', metric: 'bandwidth', campaignIds: [] } as const
const picture = { settings, scale: 1, theme: 'light', format: 'svg' } as const
const at = (name: string) => join(hung, name)
const requests: { readonly [N in Naming]: PrivilegedArguments<N> } = {
  'plan.import': { path: at('plan.json') },
  'import.files': { paths: [folder, at('fio.json')], configuration: '', device: '' },
  'shelf.read': { folder: hung },
  'review.merge': { path: at('other.benchwright') },
  'review.copy': { path: at('copy.benchwright') },
  'campaign.copy': { campaignIds: [1], path: at('new.benchwright'), isNew: true },
  'campaign.write-card': { campaignId: 1, format: 'svg', theme: 'light', path: at('card.svg') },
  'plan.write': { planId, path: at('plan.json') },
  'document.write': { documentId: 1, format: 'html', path: at('article.html') },
  'figure.write': { ...picture, path: at('figure.svg') },
  'figures.write': { folder: hung },
  'preset.take-picture': { presetId: 1, path: at('logo.png') },
}

/** The command line; `press`: Ctrl-C once it waits for the process that looks. */
async function command(args: readonly string[], press: boolean) {
  const env = { ...process.env, BENCHWRIGHT_STATE: join(folder, 'state') }
  const child = spawn(process.execPath, ['app/dist/cli.js', ...args], { env, stdio: 'pipe' })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const closed = once(child, 'close')
  if (press) {
    const children = `/proc/${String(child.pid)}/task/${String(child.pid)}/children`
    await vi.waitFor(() => expect(readFileSync(children, 'utf8')).not.toBe(''))
    child.kill('SIGINT')
  }
  await closed
  return { ended: child.exitCode ?? child.signalCode, said }
}

describe.runIf(canMakeDevices())('a drive that takes no writes, as a frozen one', () => {
  const lab = new DeviceLab()
  afterAll(() => lab.close())

  it('is named by whatever writes to it, while others are answered, and nothing is left on it', async () => {
    const drive = lab.mounted(lab.loop())
    const before = readdirSync(drive)
    tool('fsfreeze', '-f', drive)
    try {
      const reading = ['plan.import', 'import.files', 'shelf.read', 'review.merge', 'preset.take-picture']
      const names = (Object.keys(requests) as Naming[]).filter((name) => !reading.includes(name))
      expect(names.length).toBeGreaterThan(5)
      const failures = names.map((name) => {
        const given = requests[name]
        const place =
          'folder' in given ? { folder: join(drive, 'new', 'figures') } : { path: join(drive, 'new.file') }
        return bench.ofShell(name, { ...given, ...place }).catch((error: unknown) => error)
      })
      const written = command(
        ['export', there, '--figure', 'results-table', '--out', join(drive, 'table.csv')],
        false,
      )
      await bench.ofShell('plan.write', { planId, path: join(folder, 'other-plan.json') })
      const message = expect.stringContaining(drive) as unknown
      for (const [index, failure] of (await Promise.all(failures)).entries())
        expect(failure, names[index]).toMatchObject({ id: 'no-answer', message })
      expect((await written).said).toContain(`${join(drive, 'table.csv')} does not answer`)
      // It can still be read from.
      await bench.ofShell('shelf.read', { folder: drive })
    } finally {
      tool('fsfreeze', '-u', drive)
    }
    expect(readdirSync(drive)).toEqual(before)
    await bench.ofShell('plan.write', { planId, path: join(drive, 'plan.json') })
    expect(readdirSync(drive)).toContain('plan.json')
  })
})

describe.runIf(isRoot).concurrent('a folder that does not answer', () => {
  it('is named by every request that needs it, while others are answered', async () => {
    const names = Object.keys(requests) as Naming[]
    let failed = 0
    const failures = names.map((name) =>
      bench.ofShell(name, requests[name]).catch((error: unknown) => {
        failed += 1
        return error
      }),
    )
    const written = join(folder, 'plan.json')
    await bench.ofShell('plan.write', { planId, path: written })
    expect(existsSync(written)).toBe(true)
    expect((await bench.ofWindow('review.summary', {})).plans.length).toBeGreaterThan(0)
    expect(failed).toBe(0)
    for (const [index, failure] of (await Promise.all(failures)).entries())
      expect(failure, names[index]).toMatchObject({
        id: 'no-answer',
        message: expect.stringContaining(hung) as unknown,
      })
  })

  it('is named by every request of the window that asks about a plan there', async () => {
    const { plans } = await bench.ofWindow('review.summary', {})
    expect(plans.map(({ id }) => id)).toContain(hungPlan.id)
    const asked = { planId: hungPlan.id }
    const requested = [
      bench.ofWindow('plan.environment', { plan: hungPlan }),
      bench.ofWindow('plan.environment', { plan: hungPlan, health: true }),
      bench.ofWindow('plan.check', asked),
      bench.ofWindow('campaign.start', { ...asked, configuration: '' }),
    ]
    const message = expect.stringContaining(hung) as unknown
    await Promise.all(requested.map((one) => expect(one).rejects.toMatchObject({ id: 'no-answer', message })))
    // It does not need the folder.
    expect((await bench.ofWindow('target.devices', { plan: hungPlan })).devices.length).toBeGreaterThan(0)
  })

  it('is left out of an import and of a shelf that it lies in', async () => {
    const around = join(folder, 'around')
    const imported = bench.ofShell('import.files', { paths: [around], configuration: '', device: '' })
    const shelf = await bench.ofShell('shelf.read', { folder: around })
    const problem = expect.stringContaining('does not answer') as unknown
    expect(shelf.unreadFolders).toEqual([{ path: 'hung', problem }])
    expect((await imported).skipped).toContainEqual(expect.objectContaining({ path: hung, reason: problem }))
  })

  it('is no place to open a results file from', async () => {
    const other = startBench(mkdtempSync(join(folder, 'other-')))
    const opened = other.ofShell('review.open', { path: at('review.benchwright'), mode: 'write' })
    await expect(opened).rejects.toMatchObject({ id: 'no-answer' })
    await other.end()
  })

  it('makes recent files absent, without holding up the shell', async () => {
    const recent = new RecentReviews(join(folder, 'recent.json'))
    for (const path of [there, at('one.benchwright'), at('two.benchwright')]) recent.opened(path)
    let turns = 0
    const turning = setInterval(() => (turns += 1), 20)
    const list = await recent.list()
    clearInterval(turning)
    expect(list.map(({ exists }) => exists)).toEqual([false, false, true])
    expect(turns).toBeGreaterThan(20)
  })

  mkdirSync(join(folder, 'out'))
  const reads = Object.entries(readingArguments(join(folder, 'out'), there))

  it('is named by every command that reads a file there', async () => {
    const calls = reads.flatMap(([name, given]) =>
      given(at('file')).map((args) => [...name.split(' '), ...args]),
    )
    expect(calls.length).toBeGreaterThan(20)
    for (const [index, { ended, said }] of (
      await Promise.all(calls.map((args) => command(args, false)))
    ).entries()) {
      expect(said, calls[index]?.join(' ')).toContain(`${at('file')} does not answer`)
      expect(ended).toBe(2)
    }
  })

  it('is no longer awaited by a command after Ctrl-C', async () => {
    const { ended, said } = await command(['show', at('file')], true)
    expect(said).toContain(`Waiting for ${at('file')} was cancelled`)
    expect(ended).toBe(1)
  })
})

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runProcesses } from '../runner/processes'
import { SshWorkshop } from './ssh-workshop'

let shop: SshWorkshop
beforeEach(async () => {
  shop = new SshWorkshop()
  await shop.serve()
  shop.configure()
  shop.trust()
})
afterEach(() => shop.close())

/** The built command, as people call it. */
function start(...args: string[]) {
  const child = spawn(process.execPath, ['app/dist/cli.js', ...args], {
    env: { ...process.env, BENCHWRIGHT_SETTINGS: shop.settings, BENCHWRIGHT_SSH_CONFIG: shop.config },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
  return { child, ended }
}

const benchwright = (...args: string[]) => start(...args).ended
const json = (text: string): unknown => JSON.parse(text)

it('adds, lists and probes a host, and runs, leaves and resumes a plan on it', async () => {
  expect(await benchwright('hosts', 'add', 'lab', '--label', 'The lab')).toMatchObject({
    status: 0,
    stdout: 'lab\n',
  })
  const listed = json((await benchwright('hosts', 'list', '--json')).stdout)
  expect(listed).toMatchObject({ hosts: [{ destination: 'lab', label: 'The lab' }], aliases: [] })
  const refused = await benchwright('hosts', 'add', '--', '-oProxyCommand=id')
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('not allowed')

  const probed = await benchwright('hosts', 'probe', 'lab', '--json')
  expect(json(probed.stdout)).toMatchObject({
    destination: 'lab',
    checks: expect.arrayContaining([expect.objectContaining({ id: 'engine-fio', state: 'good' })]) as unknown,
  })

  const planFile = join(shop.folder, 'plan.json')
  const file = join(shop.folder, 'review.benchwright')
  await benchwright(
    ...['plan', 'new', '--template', 'mix-sweep', '--target', shop.target, '--out', planFile, '--size', '4M'],
    ...['--set', 'block_size=4k', '--set', 'read_percent=100,0', '--repetitions', '2', '--runtime', '1s'],
    ...['--set', 'direct=false'],
  )
  expect(await benchwright('plan', 'check', planFile, '--host', 'lab')).toMatchObject({ status: 0 })

  // Killed while it runs: what runs there runs on, and the next command collects it.
  const running = start('run', planFile, '--into', file, '--host', 'lab')
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (!readdirSync(shop.runs).some((name) => readdirSync(join(shop.runs, name)).includes('engine')))
        return
      clearInterval(look)
      resolve()
    }, 50)
  })
  running.child.kill('SIGKILL')
  await running.ended
  const resumed = await benchwright('resume', file, '--json')
  expect(resumed).toMatchObject({ status: 0 })
  expect(json(resumed.stdout)).toMatchObject({ state: 'done', runs: { done: 4 }, failures: [] })
  expect(runProcesses(shop.folder)).toEqual([])
  expect(readdirSync(shop.runs)).toEqual([])
  const shown = json((await benchwright('show', file, '--json')).stdout)
  expect(shown).toMatchObject({ campaigns: [{ host: 'lab', state: 'done' }] })
  expect(readFileSync(shop.knownHosts, 'utf8').split('\n')).toHaveLength(2)
})

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSession } from '../../../src/bench/serve/open-session'
import { serveWindow } from '../../../src/bench/serve/serve-window'
import type { Session } from '../../../src/bench/serve/session'
import type { BenchMessage } from '../../../src/core/contract/bench-requests'
import type { Target } from '../../../src/core/plan/plan'
import { examplePlan } from '../../core/plan/example-plan'

let folder = ''
let own = ''
let session: Session
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bw-hostile-paths-'))
  own = join(folder, "a person's folder")
  mkdirSync(own)
  writeFileSync(join(own, 'letter'), 'dear')
  chmodSync(join(own, 'letter'), 0o600)
  symlinkSync(join(own, 'letter'), join(folder, 'link'))
  session = openSession({ path: join(folder, 'review.benchwright'), mode: 'create' })
})
afterAll(async () => {
  await session.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(name: string, given: unknown): Promise<BenchMessage | undefined> {
  const answers: BenchMessage[] = []
  const message = { kind: 'request', sequence: 1, name, arguments: given }
  await serveWindow(session, message, { send: (answer) => void answers.push(answer) })
  expect(answers, name).toHaveLength(1)
  return answers[0]
}

const canary = () => join(folder, 'canary')
/**
 * What a page under foreign control may send as a target, in every spelling that a shell, a path or a format could
 * misread.
 */
const paths: readonly (() => string)[] = [
  () => `$(touch ${canary()})`,
  () => `/tmp/\`touch ${canary()}\``,
  () => `/tmp/'; touch ${canary()}; '`,
  () => `/tmp/"; touch ${canary()}; "`,
  () => `/tmp/x\ntouch ${canary()}\n`,
  () => `/tmp/x\0${canary()}`,
  () => `-rf ${own}`,
  () => '--help',
  () => '../../../../etc/shadow',
  () => '/proc/self/environ',
  () => '/proc/self/fd/0',
  () => '/dev/null',
  () => '/dev/zero',
  () => '/dev/tty',
  () => join(folder, 'link'),
  () => join(own, 'letter'),
  () => join(folder, 'review.benchwright'),
  () => `${own}/../`,
  () => '*',
  () => '~',
  () => '',
  () => ' ',
  () => '/',
  () => `/${'x/'.repeat(2000)}`,
  () => `/${'x'.repeat(100_000)}`,
  () => '\u202e/tmp',
  () => '\ud800',
]
const targets = (path: string): readonly Target[] => [
  { kind: path.includes('touch') ? 'file' : 'folder', path },
  { kind: 'device', path },
]

/** Everything in the folder apart from the results file, with its contents. */
function kept(): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('review.benchwright'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, path.endsWith('letter') ? readFileSync(path, 'utf8') : ''])
}

it('no target that a page can name is run, written, read out or waited for', async () => {
  const before = kept()
  let count = 0
  for (const path of paths.map((make) => make())) {
    // No request shows folders of this machine.
    expect((await ask('target.folders', { plan: examplePlan(), path }))?.kind).toBe('error')
    for (const target of targets(path)) {
      const plan = { ...examplePlan({ axes: [] }), id: `plan-${String((count += 1))}`, target }
      expect(JSON.stringify(await ask('plan.environment', { plan }))).not.toMatch(/dear|root:/)
      // Checks the target and passes it to the engine's own check, if the plan can be stored.
      await ask('plan.save', { plan, base: null })
      if (target.kind !== 'device') await ask('plan.check', { planId: plan.id })
    }
  }
  expect(kept()).toEqual(before)
})

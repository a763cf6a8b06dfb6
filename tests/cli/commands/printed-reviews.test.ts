import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { exportCommand } from '../../../src/cli/commands/export'
import { closing, temporaryFolder } from '../../bench/store/sample-review'
import { runCaptured } from '../capture-output'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/printed-reviews.md'), 'utf8')
/** From the name of a sample to the next: what is said of it. */
const parts = [
  ...page.matchAll(/^`(resources\/samples\/[^`]+)`([\s\S]*?)(?=^`resources\/samples\/|(?![\s\S]))/gm),
].map(([, sample = '', text = '']) => ({ file: join(root, sample), sample, text }))

/** The words of a command; what stands in quotes is one word. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

const commands = parts.flatMap(({ file, text }) =>
  [...text.matchAll(/`export FILE ([^`]+)`/g)].map(([, command = '']) => ({ file, command })),
)

it('is about all samples', () => {
  expect(parts).toHaveLength(10)
  expect(commands.length).toBeGreaterThanOrEqual(3)
})

it.each(commands)('its command works: $command', async ({ file, command }) => {
  const words = wordsOf(command)
  const name = words.at(-1) ?? ''
  expect(name).toMatch(/\.csv$/)
  const out = join(temporaryFolder(), name)
  const { status, stderr } = await runCaptured(exportCommand, file, ...words.slice(0, -1), out)
  expect({ status, stderr }).toMatchObject({ status: 0 })
  expect(readFileSync(out, 'utf8').trim().split('\n').length).toBeGreaterThan(1)
})

it.each(parts)('the figures that it names are saved in $sample, and it leaves out none', ({ file, text }) => {
  const saved = closing(openReview(file, { mode: 'read' }))
    .figures()
    .map(({ name }) => name)
  const named = [...text.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !saved.includes(name))).toEqual([])
  // Those of the tests of two kernels are alike, and named by the first.
  const alike = (name: string) => name.endsWith(': better and worse')
  expect(saved.filter((name) => !named.includes(name) && !alike(name))).toEqual([])
})

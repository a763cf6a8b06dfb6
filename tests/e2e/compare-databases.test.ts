import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { launchApp } from './launch-app'

it('opens the comparison of two database servers on the metric that the file has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-compare-databases-'))
  const file = join(folder, 'review.benchwright')
  await copyFile('resources/samples/tpcc-servers.benchwright', file)
  const test = await launchApp({ args: [file] })
  try {
    const part = (testid: string) => test.window.getByTestId(testid)
    await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Compare').click()
    await part('compare-summary').waitFor()
    expect(await part('lined-up').textContent()).toContain('3 cases')
    expect(await part('compare-metric').inputValue()).toBe('new_order_rate')
    await part('figure-canvas').waitFor()
    await vi.waitFor(async () =>
      expect(await part('compare-summary').textContent()).not.toMatch(/^0 cases|no case/i),
    )
    expect(test.problems).toEqual([])
  } finally {
    await test.close()
    await rm(folder, { recursive: true, force: true })
  }
})

import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { launchApp } from './launch-app'

it('opens the comparison of two database servers with the metric that the file has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-compare-databases-'))
  const file = join(folder, 'review.benchwright')
  await copyFile('resources/samples/tpcc-servers.benchwright', file)
  const test = await launchApp({ args: [file] })
  try {
    const part = (testid: string) => test.window.getByTestId(testid)
    await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Compare').click()
    await part('compare-summary').waitFor()
    expect(await part('lined-up').textContent()).toContain('3 cases')
    const shown = part('compare-metric').locator('option:checked')
    await vi.waitFor(async () => expect(await shown.textContent()).toMatch(/^Automatic: New-order/))
    await part('figure-canvas').waitFor()
    expect(await part('compare-summary').textContent()).toContain('(TPC-C-like, not audited), 3 cases')
    expect(test.problems).toEqual([])
  } finally {
    await test.close()
    await rm(folder, { recursive: true, force: true })
  }
})

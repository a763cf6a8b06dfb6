import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launchApp } from './launch-app'

it('shows server configurations in full, with the button that removes them, in a small window', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-long-levels-'))
  const test = await launchApp()
  try {
    await test.app.evaluate(
      ({ dialog, BrowserWindow }, filePath) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(900, 700)
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
      },
      join(folder, 'review.benchwright'),
    )
    await test.window.getByRole('button', { name: /four configurations/ }).click()
    await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Design').click()
    const levels = test.window.getByRole('list', { name: 'Levels of Server configuration' })
    await levels.waitFor()
    const chips = await levels.evaluate((list) => {
      const { right } = list.getBoundingClientRect()
      return [...list.querySelectorAll('button')].map((one) => right - one.getBoundingClientRect().right)
    })
    expect(chips).toHaveLength(8)
    expect(Math.min(...chips)).toBeGreaterThanOrEqual(0)
    const pictures = process.env.BENCHWRIGHT_PICTURES
    if (pictures !== undefined) await test.window.screenshot({ path: join(pictures, 'long-levels.png') })
    expect(test.problems).toEqual([])
  } finally {
    await test.close()
    await rm(folder, { recursive: true, force: true })
  }
})

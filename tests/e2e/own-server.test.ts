import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { startOwnServer, type OwnServer } from '../integration/sysbench/own-server'
import { launchApp, type AppUnderTest } from './launch-app'

/** Between a number and its unit. */
const thin = '\u202f'

let folder: string
let server: OwnServer
let test: AppUnderTest
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-own-server-'))
  server = await startOwnServer()
  test = await launchApp()
})
afterEach(async () => {
  await test.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => test.window.getByTestId(testid)

it('measures on the server of a person, with a password that the window asks for and does not keep', async () => {
  const file = join(folder, 'review.benchwright')
  await test.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  await test.window.getByRole('button', { name: /OLTP quick look/ }).click()
  await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Design').click()
  // No folder is needed: nothing is created on this machine.
  await part('value-server_address').fill(`127.0.0.1:${String(server.port)}`)
  await part('value-server_account').fill('bench')
  await part('value-tables').fill('1')
  await part('value-table_size').fill('500')
  await part('value-runtime').fill(`2${thin}s`)
  await part('repetitions').fill('1')
  await vi.waitFor(async () => expect(await part('figure-runs').textContent()).toBe('1'))

  const start = async () => {
    await part('start-campaign').click()
    await part('confirm-start').click()
    await part('password-dialog').waitFor()
  }
  await start()
  expect(await part('password-dialog').textContent()).toContain(`bench on 127.0.0.1:${String(server.port)}`)
  await part('password-cancel').click()
  await part('password-dialog').waitFor({ state: 'detached' })
  // Nothing was started, and that is not a failure to report.
  await vi.waitFor(async () => expect(await part('start-campaign').isEnabled()).toBe(true))
  await test.window.keyboard.press('Escape')
  await start()
  await part('password').locator('input').fill('wrong')
  await part('password-give').click()
  await part('password-problem').waitFor()
  expect(await part('password-problem').textContent()).toContain("Access denied for user 'bench'")
  const pictures = process.env.BENCHWRIGHT_PICTURES
  if (pictures !== undefined)
    await test.window.screenshot({ path: join(pictures, 'own-server-password.png') })
  expect(await part('password').locator('input').inputValue()).toBe('')
  await part('password').locator('input').fill(server.password)
  await test.window.keyboard.press('Enter')
  await part('finished-runs').getByText('1', { exact: true }).waitFor({ timeout: 120_000 })
  await part('campaign-state').getByText('Done').waitFor()

  expect(server.schemas()).toEqual([])
  const review = openReview(file, { mode: 'read' })
  expect([...review.rows({ metrics: ['transactions'] })].map(({ value }) => value > 0)).toEqual([true])
  review.close()
  expect((await readFile(file, 'latin1')).includes(server.secret)).toBe(false)
  expect(test.problems).toEqual([])
})

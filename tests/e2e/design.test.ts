import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { axesOf, designUnderTest, focusOf, levelsOf, type DesignUnderTest } from './design-review'

const thin = '\u202f'
// One review for all tests; each begins with a new page and without plans.
let design: DesignUnderTest
beforeAll(async () => {
  design = await designUnderTest()
})
afterAll(() => design.close())
afterEach(async () => {
  expect(design.problems).toEqual([])
  await design.window.reload()
  await enterDesign()
  const plans = design.window
    .getByRole('navigation', { name: 'Plans' })
    .locator('[data-testid^="plan-"].open')
  while ((await plans.count()) > 0) {
    const plan = (await plans.first().getAttribute('data-testid')) ?? ''
    await design.part(plan).press('Delete')
    await design.part(plan).waitFor({ state: 'detached' })
  }
})

async function enterDesign(): Promise<void> {
  await design.window.getByRole('navigation', { name: 'Rooms' }).getByText('Design').click()
  await design.part('design-view').waitFor()
}

/** Waits until this many cases and runs are shown. */
const expectCounts = (cases: string, runs: string) =>
  vi.waitFor(async () =>
    expect([await design.figure('cases'), await design.figure('runs')]).toEqual([cases, runs]),
  )

async function drag(from: string, to: string, edge: 'start' | 'end'): Promise<void> {
  const { window, part } = design
  await part(to).scrollIntoViewIfNeeded()
  await part(from).scrollIntoViewIfNeeded()
  const source = await part(from).boundingBox()
  const goal = await part(to).boundingBox()
  if (!source || !goal) throw new Error(`${from} or ${to} is not in view.`)
  await window.mouse.move(source.x + 8, source.y + 8)
  await window.mouse.down()
  const x = edge === 'end' ? goal.x + goal.width - 3 : goal.x + 3
  const y = edge === 'end' ? goal.y + goal.height - 3 : goal.y + 3
  await window.mouse.move(x, y, { steps: 5 })
  await window.mouse.up()
}

describe('the matrix builder', () => {
  it('deletes a plan and brings it back', async () => {
    const { window, part } = design
    await part('template-quick-look').click()
    await expectCounts('8', '24')
    await vi.waitFor(() => expect(design.savedPlans()).toHaveLength(1))
    await window
      .getByRole('navigation', { name: 'Plans' })
      .getByRole('button', { name: 'Quick look' })
      .first()
      .focus()
    await window.keyboard.press('Delete')
    await part('deleted-notice').waitFor()
    await vi.waitFor(() => expect(design.savedPlans()).toHaveLength(0))
    await part('undo-delete').click()
    await expectCounts('8', '24')
    await vi.waitFor(() => expect(design.savedPlans()).toHaveLength(1))
  })

  it('accepts repetitions as rounds until the drive is steady', async () => {
    const { window, part } = design
    await part('template-snia-iops').click()
    await expectCounts('56', '1,400')
    expect(await design.figure('runs-note')).toBe('at most 25 of each case')
    expect(await design.figure('time-note')).toMatch(/^ends by /)
    expect(await part('track-block_size').evaluate((list) => (list as HTMLSelectElement).value)).toBe('6')
    await part('tracking').selectOption({ label: 'each case for itself' })
    await part('track-block_size').waitFor({ state: 'detached' })
    await part('until-steady').selectOption({ label: 'after all of them' })
    await vi.waitFor(async () => expect(await design.figure('runs-note')).toBe('25 of each case'))
    await window.keyboard.press('Control+z')
    await part('tracking').waitFor()
  })

  it('builds a matrix by pointing and clicking, and saves it automatically', async () => {
    const { window, part } = design
    await part('template-mix-sweep').click()
    await expectCounts('22', '220')
    await part('target-path').fill(design.target)

    // One more level, one fewer, a third axis.
    await part('level-input-block_size').fill('16k')
    await window.keyboard.press('Enter')
    await part('axis-card-block_size')
      .getByRole('button', { name: `Remove 64${thin}KiB` })
      .click()
    await expectCounts('22', '220')
    await part('add-axis').click()
    await part('pick-queue_depth').click()
    await expectCounts('176', '1,760')
    expect(await axesOf(window)).toEqual(['block_size', 'read_percent', 'queue_depth'])

    // Levels and axes swap positions by dragging.
    await drag('level-block_size-4096', 'level-block_size-16384', 'end')
    await vi.waitFor(async () =>
      expect(await levelsOf(window, 'block_size')).toEqual([`16${thin}KiB`, `4${thin}KiB`]),
    )
    await drag('axis-handle-queue_depth', 'axis-card-block_size', 'start')
    await vi.waitFor(async () =>
      expect(await axesOf(window)).toEqual(['queue_depth', 'block_size', 'read_percent']),
    )

    // Cases excluded in the grid: one by a click, a block by dragging, a whole column by its label.
    await part('remove-axis-queue_depth').click()
    await expectCounts('22', '220')
    await part('cell-4').click()
    await expectCounts('22', '210')
    await drag('cell-0', 'cell-12', 'end')
    await expectCounts('22', '170')
    await window.getByRole('columnheader', { name: `0${thin}%`, exact: true }).click()
    await expectCounts('22', '150')
    expect(await part('figure-cases-note').textContent()).toBe('7 excluded')

    await part('repetitions').fill('3')
    await part('plan-name').fill('Mix by hand')
    await expectCounts('22', '45')
    await vi.waitFor(async () => expect(await part('save-state').textContent()).toContain('Saved'))
    expect(design.savedPlans()).toMatchObject([
      { name: 'Mix by hand', repetitions: 3, target: { kind: 'folder', path: design.target } },
    ])
    expect(design.savedPlans()[0]?.excluded).toHaveLength(7)
  })

  it('builds the same with the keyboard alone', async () => {
    const { window, part } = design
    await part('template-empty').focus()
    await window.keyboard.press('Enter')
    await expectCounts('1', '10')

    await part('case-grid').focus()
    await window.keyboard.press('a')
    await vi.waitFor(async () => expect(await focusOf(window)).toBe('axis-search'))
    await window.keyboard.type('block si')
    await window.keyboard.press('Enter')
    await vi.waitFor(async () => expect(await focusOf(window)).toBe('level-input-block_size'))
    await window.keyboard.type('8k, 16k')
    await window.keyboard.press('Enter')
    await expectCounts('4', '40')
    await window.keyboard.press('Backspace')
    await window.keyboard.press('ArrowLeft')
    await window.keyboard.press('Alt+ArrowLeft')
    expect(await levelsOf(window, 'block_size')).toEqual([`4${thin}KiB`, `8${thin}KiB`, `64${thin}KiB`])
    await window.keyboard.press('Delete')
    expect(await levelsOf(window, 'block_size')).toEqual([`4${thin}KiB`, `64${thin}KiB`])
    await window.keyboard.press('F2')
    await window.keyboard.type('128k')
    await window.keyboard.press('Enter')
    expect(await levelsOf(window, 'block_size')).toEqual([`4${thin}KiB`, `128${thin}KiB`])

    await part('add-axis').focus()
    await window.keyboard.press('Enter')
    await vi.waitFor(async () => expect(await focusOf(window)).toBe('axis-search'))
    await window.keyboard.type('jobs')
    await window.keyboard.press('Enter')
    await vi.waitFor(async () => expect(await focusOf(window)).toBe('level-input-jobs'))
    for (let level = 0; level < 5; level++) await window.keyboard.press('Backspace')
    expect(await part('no-cases').isVisible()).toBe(true)
    await window.keyboard.type('1..64 *2')
    await window.keyboard.press('Enter')
    await expectCounts('14', '140')
    await part('axis-handle-jobs').focus()
    await window.keyboard.press('ArrowUp')
    await vi.waitFor(async () => expect(await axesOf(window)).toEqual(['jobs', 'block_size']))
    expect(await focusOf(window)).toBe('axis-handle-jobs')

    // In the grid: a block, a row, a column.
    await window.keyboard.press('g')
    await window.keyboard.press('ArrowRight')
    await window.keyboard.press('Shift+ArrowRight')
    await window.keyboard.press('Space')
    await expectCounts('14', '120')
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Shift+Space')
    await expectCounts('14', '50')
    // Both cases of this column are excluded, so it comes back.
    await window.keyboard.press('Control+Space')
    await expectCounts('14', '70')
  })

  it('undoes everything and redoes it, typing in one step', async () => {
    const { window, part } = design
    await part('template-mix-sweep').click()
    await expectCounts('22', '220')
    await part('plan-name').fill('')
    await part('plan-name').pressSequentially('Drive A')
    await part('case-grid').focus()
    await window.keyboard.press('Space')
    await part('remove-axis-read_percent').click()
    await expectCounts('2', '20')

    const undo = part('design-undo')
    expect(await undo.getAttribute('aria-label')).toBe('Undo: remove axis Reads')
    await part('case-grid').focus()
    await window.keyboard.press('Control+z')
    await expectCounts('22', '210')
    await window.keyboard.press('Control+z')
    await expectCounts('22', '220')
    await undo.click()
    expect(await part('plan-name').inputValue()).toContain('Read/write mix')
    for (let step = 0; step < 3; step++) await window.keyboard.press('Control+Shift+z')
    await expectCounts('2', '20')
    expect(await part('plan-name').inputValue()).toBe('Drive A')
  })

  it('keeps a change that was made just before the window closes', async () => {
    const another = await designUnderTest(() => [], design)
    const { part } = another
    await part('template-mix-sweep').click()
    await vi.waitFor(() => expect(another.savedPlans()).toHaveLength(1))
    await part('plan-name').fill('Last words')
    await another.closeWindow()
    // The app continues to run, and its bench may still be writing.
    await vi.waitFor(() => expect(another.savedPlans()).toMatchObject([{ name: 'Last words' }]))
    expect(another.problems).toEqual([])
    await another.close()
  })

  it('shows the command and job file of the case in focus, and copies them', async () => {
    const { app, window, part } = design
    await part('template-mix-sweep').click()
    await part('target-path').fill(design.target)
    await part('case-grid').focus()
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('End')
    await window.keyboard.press('Enter')
    const job = part('job-file')
    await job.waitFor()
    const text = await job.innerText()
    expect(text).toContain('bs=65536')
    expect(text).toContain('rw=randwrite')
    expect(text).toContain(`filename=${design.target}/benchwright-`)
    expect(await part('command-line').innerText()).toMatch(/^fio /)
    await part('copy-job-file').click()
    await vi.waitFor(async () => {
      const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
      expect(copied.trim()).toBe(text.trim())
    })
  })

  it('reports in place what cannot be read, and why an option is not offered', async () => {
    const { window, part } = design
    await part('template-mix-sweep').click()
    await part('level-input-block_size').fill('12q')
    await window.keyboard.press('Enter')
    expect(await part('level-error-block_size').textContent()).toContain('12q')
    await part('level-input-block_size').fill('')
    await part('value-queue_depth').fill('many')
    expect(await part('field-queue_depth').getByRole('alert').textContent()).toContain('many')
    await window.keyboard.press('Escape')
    expect(await part('value-queue_depth').inputValue()).toBe('64')

    await part('add-option').click()
    await part('option-search').fill('exec_prerun')
    expect(await part('why-not-allowed').textContent()).toContain('runs commands')
    await window.keyboard.press('Escape')

    await part('target-path').fill('/dev/null')
    await vi.waitFor(async () => expect(await part('target-facts').textContent()).toContain('device'))
    await part('start-campaign').click()
    expect(await part('blocking-errors').textContent()).toContain('/dev/null')
    expect(await part('confirm-start').count()).toBe(0)
  })

  it('applies a remedy, and undoes it', async () => {
    const { part } = design
    await part('template-mix-sweep').click()
    await part('repetitions').fill('1')
    await part('remedy-few-repetitions').click()
    await expectCounts('22', '220')
    expect(await part('advice-few-repetitions').count()).toBe(0)
    await part('design-undo').click()
    await expectCounts('22', '22')
  })

  it('lets the engine check every case, and points to the rejected one', async () => {
    const { window, part } = design
    await part('template-quick-look').click()
    await part('target-path').fill(design.target)
    await part('value-file_size').fill('16M')
    await part('check-plan').click()
    await window.getByText('fio accepts every case.').waitFor()

    // Each level fits by itself; only 16 sequential jobs with large blocks do not fit into the file.
    await part('vary-jobs').click()
    await part('value-file_size').fill('8M')
    await part('check-plan').click()
    const problem = part('advice-engine-check').first()
    await problem.waitFor()
    expect(await problem.textContent()).toContain('jobs=16')
    await problem.getByRole('button', { name: 'Show' }).click()
    await vi.waitFor(async () => {
      const shown = await part('selected-case').textContent()
      expect(shown).toContain(`1${thin}MiB`)
      expect(shown).toContain('16 jobs')
    })
  })

  it('cancels a long check', async () => {
    const { window, part } = design
    await part('template-quick-look').click()
    await part('target-path').fill(design.target)
    await part('vary-queue_depth').click()
    await part('axis-card-queue_depth').locator('input').last().fill('1..128 step 1')
    await window.keyboard.press('Enter')
    await part('vary-runtime').click()
    await part('axis-card-runtime').locator('input').last().fill('1..128 step 1')
    await window.keyboard.press('Enter')
    await part('check-plan').click()
    await part('cancel-check').filter({ hasText: 'of' }).click()
    await part('check-plan').waitFor()
    expect(await window.locator('.n-notification').count()).toBe(0)
  })

  it('starts a campaign under a name and shows it in the Run room', async () => {
    const { window, part } = design
    await part('template-empty').click()
    await part('target-path').fill(design.target)
    await part('value-file_size').fill('16M')
    await part('value-runtime').fill('1s')
    await part('value-ramp_time').fill('0')
    await part('repetitions').fill('1')
    await part('case-grid').focus()
    await window.keyboard.press('Control+Enter')
    await part('configuration-name-open').click()
    await part('configuration-name').fill('kernel 6.18')
    await window.keyboard.press('Enter')
    const state = part('campaign-state')
    await state.waitFor()
    expect(await window.getByRole('heading', { name: 'kernel 6.18' }).isVisible()).toBe(true)
    await state.getByText('Done').waitFor()
  })
})

import { vi } from 'vitest'
import { newPlan } from '../../src/core/plan/edit-plan'
import type { Plan } from '../../src/core/plan/plan'
import { designUnderTest, type DesignUnderTest } from './design-review'

/** Five axes of ten levels: 100,000 cases. */
function largePlan(path: string): Plan {
  const axis = (key: string, level: (place: number) => number) => ({
    key,
    levels: Array.from({ length: 10 }, (_, place) => level(place)),
  })
  return newPlan(
    { id: 'large', seed: 1, target: { kind: 'folder', path } },
    {
      name: 'Everything against everything',
      axes: [
        axis('block_size', (place) => 512 * 2 ** place),
        axis('read_percent', (place) => place * 10),
        axis('queue_depth', (place) => 2 ** place),
        axis('jobs', (place) => place + 1),
        axis('runtime', (place) => 10 * (place + 1)),
      ],
      base: { pattern: 'random-mix', io_engine: 'libaio', direct: true, file_size: 1024 ** 3 },
    },
  )
}

const smallPlan = (path: string) =>
  newPlan({ id: 'small', seed: 1, target: { kind: 'folder', path } }, { name: 'Small' })

/** The Design room with a small plan and one of 100,000 cases, the small one open. */
export async function largeDesign(): Promise<LargeDesign> {
  const design = await designUnderTest((target) => [smallPlan(target), largePlan(target)])
  return { ...design, ...actions(design) }
}

export interface LargeDesign extends DesignUnderTest {
  readonly openSmall: () => Promise<void>
  /** Opens the plan of 100,000 cases: milliseconds from the click to the frame that shows its count and its grid. */
  readonly openLarge: () => Promise<number>
  /** Scrolls the grid line by line and in jumps, a frame each. */
  readonly scroll: () => Promise<void>
  /** Excludes a case and a column of 10,000, and undoes both. */
  readonly exclude: () => Promise<void>
  /** Types a name, a number and a level, and undoes the level. */
  readonly type: () => Promise<void>
}

function actions(design: DesignUnderTest) {
  const { window, part, figure } = design
  const shows = (id: string, text: string) =>
    vi.waitFor(async () => {
      if ((await figure(id)) !== text) throw new Error(`${id} is not ${text} yet.`)
    })
  const saved = () =>
    vi.waitFor(async () => {
      if ((await part('save-state').textContent()) !== 'Saved') throw new Error('The plan is not saved yet.')
    })
  return {
    openSmall: async () => {
      await part('plan-small').click()
      await shows('cases', '1')
    },
    openLarge: () =>
      window.evaluate(
        () =>
          new Promise<number>((done) => {
            const find = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)
            const start = performance.now()
            const look = () => {
              if (find('figure-cases')?.textContent !== '100,000' || !find('cell-10000')) return
              watcher.disconnect()
              requestAnimationFrame(() => done(performance.now() - start))
            }
            const watcher = new MutationObserver(look)
            watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
            find('plan-large')?.click()
          }),
      ),
    scroll: () =>
      part('case-grid').evaluate(async (grid) => {
        const frame = () => new Promise(requestAnimationFrame)
        for (let step = 0; step < 40; step++) {
          grid.scrollTop += 500
          await frame()
        }
        for (let step = 0; step < 20; step++) {
          grid.scrollTop = ((step * 7919) % 20) * 12_000
          await frame()
        }
        grid.scrollTop = 0
        await frame()
      }),
    exclude: async () => {
      await part('case-grid').focus()
      await window.keyboard.press('Control+Home')
      await window.keyboard.press('Space')
      await window.keyboard.press('Control+Space')
      await shows('runs', '900,000')
      await window.keyboard.press('Control+z')
      await window.keyboard.press('Control+z')
      await shows('runs', '1,000,000')
      await saved()
    },
    type: async () => {
      await part('plan-name').fill('')
      await part('plan-name').pressSequentially('All of it')
      await part('repetitions').fill('12')
      await part('level-input-jobs').fill('11')
      await window.keyboard.press('Enter')
      await shows('cases', '110,000')
      await window.keyboard.press('Backspace')
      await shows('cases', '100,000')
      await part('repetitions').fill('10')
      await saved()
    },
  }
}

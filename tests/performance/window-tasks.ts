import type { CDPSession, Page } from 'playwright-core'

/** One task of the window's thread. `coreMs` leaves out the time in which the machine ran something else. */
export interface WindowTask {
  readonly wallMs: number
  readonly coreMs: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of wall-clock time. */
  readonly dur?: number
  /** Microseconds of the thread. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Every task of the window's thread during some work, from Chromium's own trace, longest first. */
export async function windowTasks(page: Page, work: () => Promise<unknown>): Promise<WindowTask[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const events = await trace(session, async () => {
      await work()
      await nextTask(page)
    })
    const threads = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid}.${tid}`),
    )
    return events
      .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && threads.has(`${pid}.${tid}`))
      .map(({ dur = 0, tdur = 0 }) => ({ wallMs: dur / 1000, coreMs: tdur / 1000 }))
      .sort((a, b) => b.coreMs - a.coreMs)
  } finally {
    await session.detach()
  }
}

/** A task is written into the trace when it ends; this one starts after all that the work has started. */
function nextTask(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done)))),
  )
}

async function trace(session: CDPSession, work: () => Promise<unknown>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', '__metadata'] },
  })
  try {
    await work()
  } finally {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
  }
  return events
}

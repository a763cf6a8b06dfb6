import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { buildFigure } from '../../../core/figures/kinds/build-figure'
import type { CampaignColumns, FigureColumns } from '../../../core/figures/cases/measured-cases'
import type { PooledPercentiles } from '../../../core/figures/cases/pooled-percentiles'
import type { Figure } from '../../../core/figures/figure/figure'
import { figureDefinition, type FigureSettings } from '../../../core/figures/kinds/figure-kinds'
import type { FigureParts } from '../../figures/figure-of-review'
import { Turns } from '../../turns'

/** A figure of runs by case, and everything it is built from. */
export interface AskedFigure {
  readonly columns: FigureColumns
  readonly settings: FigureSettings
  readonly parts: FigureParts
  readonly pooled?: PooledPercentiles | undefined
}

/** Messages to a thread, sent one by one: copying 36,000 cases at once would block this process. */
export type FigureMessage =
  | { readonly campaign: CampaignColumns }
  /** More cases of the last campaign. */
  | { readonly cases: CampaignColumns['cases'] }
  | ({ readonly excluded: ReadonlySet<number> } & Omit<AskedFigure, 'columns'>)

/** Cases per message. */
const casesAtOnce = 2000

/** Figures of fewer numbers take less time than starting a thread. */
const fewNumbers = 50_000

/**
 * Builds a figure of many runs in its own thread: 720,000 runs take more than a second, during which
 * campaigns, windows and signals would wait. Figures of few runs are built in this thread, as are all without
 * the built worker (in unit tests). Once `signal` is aborted, ends the thread and rejects.
 */
export async function buildAside(
  asked: AskedFigure,
  signal?: AbortSignal,
  script = join(__dirname, 'figure-worker.js'),
): Promise<Figure> {
  if (asked.columns.size <= fewNumbers || !existsSync(script)) return figureOf(asked)
  const worker = new Worker(script)
  try {
    return await new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error('The figure was cancelled.'))
      signal?.addEventListener('abort', giveUp)
      if (signal?.aborted === true) giveUp()
      worker.once('message', (figure: Figure) => resolve(figure))
      worker.once('error', reject)
      worker.once('messageerror', reject)
      worker.once('exit', () =>
        reject(new Error('The thread that builds the figure ended before it was done.')),
      )
      send(asked, (message) => worker.postMessage(message)).catch(reject)
    })
  } finally {
    void worker.terminate()
  }
}

async function send(
  { columns, ...rest }: AskedFigure,
  post: (message: FigureMessage) => void,
): Promise<void> {
  const turns = new Turns()
  for (const { cases, ...campaign } of columns.source.campaigns) {
    post({ campaign: { ...campaign, cases: [] } })
    for (let at = 0; at < cases.length; at += casesAtOnce) {
      post({ cases: cases.slice(at, at + casesAtOnce) })
      await turns.take()
    }
  }
  post({ excluded: columns.source.excluded, ...rest })
}

/** The figure in this thread. Throws a RangeError for a kind that does not use runs by case. */
export function figureOf({ columns, settings, parts, pooled }: AskedFigure): Figure {
  const definition = figureDefinition(settings.kind)
  if (definition.needs !== 'runs') throw new RangeError(`A ${settings.kind} is not made of runs by case.`)
  const { provenance, published, styles, links } = parts
  const input = { measured: columns.cases, published, devices: links, pooled }
  return buildFigure(definition, input, settings, provenance, styles)
}

import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findEngine } from '../../core/engines/registry'
import type { Figure } from '../../core/figures/figure/figure'
import { planFromTemplate, findTemplate } from '../../core/plan/templates/templates'
import type { Plan } from '../../core/plan/plan'
import { formatNumber } from '../../core/units/number-format'
import type { CampaignRunner } from '../../bench/runner/campaign-runner'
import { exportFigure } from '../../bench/figures/export-figure'
import { figureOfReview } from '../../bench/figures/figure-of-review'
import { writeFileWhole } from '../../bench/files/write-file-whole'
import { exitStatus, printJson, type Command } from '../command'
import { followCampaign, openForRunning } from '../follow-campaign'
import { textTable } from '../output'
import { createFolder } from '../../bench/files/create-folder'

const mebibyte = 1024 ** 2

export const demo: Command = {
  words: ['demo'],
  positionals: [],
  summary: 'Run a short read/write-mix sweep on a temporary file and draw its figure; takes under a minute.',
  options: {
    out: {
      value: 'FOLDER',
      help: 'Where results file and figures go; default: a new folder in the current one.',
    },
    target: {
      value: 'FOLDER',
      help: "Where the temporary data file goes; the system's temporary folder if not given.",
    },
  },
  async run(parsed, context) {
    const out = resolve(
      parsed.text('out') ?? `benchwright-demo-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`,
    )
    createFolder(out)
    const work = mkdtempSync(join(parsed.text('target') ?? tmpdir(), 'benchwright-demo-'))
    const path = join(out, 'demo.benchwright')
    context.stderr.line(
      'Demo: reads and writes mixed from 100/0 to 0/100 on a temporary file of 64 MiB, about 40 seconds.',
    )
    const bench = openForRunning(path, true, context)
    try {
      const plan = bench.review.addPlan(await withoutDirectWhereImpossible(demoPlan(work), bench.runner))
      const { campaignId } = await bench.runner.start(plan.id, 'demo')
      const status = await followCampaign(bench, campaignId, context, false)
      const figure = figureOfReview(bench.review, {
        kind: 'mix-sweep',
        campaignIds: [campaignId],
        metric: 'bandwidth',
      })
      const files = { results: path, png: join(out, 'mix-sweep.png'), svg: join(out, 'mix-sweep.svg') }
      await writeFileWhole(files.png, await exportFigure(figure, { format: 'png', scale: 2, theme: 'light' }))
      await writeFileWhole(files.svg, await exportFigure(figure, { format: 'svg', scale: 1, theme: 'light' }))
      if (parsed.json) printJson(context, files)
      else
        await context.stdout.stream('lines', [
          '',
          figure.title,
          ...numbers(figure),
          '',
          `Results  ${files.results}`,
          `Picture  ${files.png}`,
          `Drawing  ${files.svg}`,
        ])
      return status === exitStatus.done ? exitStatus.done : status
    } finally {
      await bench.close()
      rmSync(work, { recursive: true, force: true })
    }
  },
}

/**
 * In-memory file systems do not support direct I/O; the demo then goes through the page cache, and its figure reports
 * it.
 */
async function withoutDirectWhereImpossible(plan: Plan, runner: CampaignRunner): Promise<Plan> {
  const { target } = await runner.environment(plan)
  if (target?.fileSystem !== 'tmpfs' && target?.fileSystem !== 'ramfs') return plan
  return { ...plan, base: { ...plan.base, direct: false, io_engine: 'psync', queue_depth: 1 } }
}

/** Two block sizes by five mixes by three runs of one second. */
function demoPlan(folder: string): Plan {
  const template = findTemplate('mix-sweep')
  if (template === undefined || findEngine('fio') === undefined)
    throw new Error('The demo needs the mix-sweep template and fio.')
  const plan = planFromTemplate(template, {
    id: randomUUID(),
    seed: randomInt(2 ** 32),
    target: { kind: 'folder', path: folder },
  })
  return {
    ...plan,
    name: 'Demo: read/write mix',
    base: { ...plan.base, file_size: 64 * mebibyte, runtime: 1, ramp_time: 0, queue_depth: 16 },
    axes: [
      { key: 'block_size', levels: [4096, 65_536] },
      { key: 'read_percent', levels: [100, 75, 50, 25, 0] },
    ],
    repetitions: 3,
  }
}

function numbers(figure: Figure): Iterable<string> {
  const rows = figure.series
    .filter((series) => series.role === 'measured' && series.part === 'total')
    .flatMap((series) =>
      [...series.points]
        .sort((one, other) => other.x - one.x)
        .map((point) => [
          series.lineLabel,
          point.x,
          point.y === undefined ? '–' : formatNumber(point.y, 4),
          point.low === undefined || point.high === undefined
            ? ''
            : `${formatNumber(point.low)} to ${formatNumber(point.high)}`,
          point.n,
        ]),
    )
  return textTable(['block size', 'read %', figure.unit, '95 % interval', 'n'], rows)
}

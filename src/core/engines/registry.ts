import type { ContentModel } from './content/content-model'
import type { Engine } from './engine'
import { fioEngine } from './fio/fio-engine'
import { goTpcEngine } from './go-tpc/go-tpc'
import { iozoneEngine } from './iozone/iozone-engine'
import { sysbenchFileio } from './sysbench/fileio/sysbench-fileio'
import { sysbenchOltp } from './sysbench/oltp/sysbench-oltp'
import { usualMetrics } from '../results/metrics'

/** A new engine is one line here. */
const known: Engine[] = [fioEngine, iozoneEngine, sysbenchFileio, sysbenchOltp, goTpcEngine]

/** Every engine the app can run. */
export const engines: readonly Engine[] = known

/** The engine with this id, undefined if there is none. */
export function findEngine(id: string): Engine | undefined {
  return known.find((engine) => engine.description.id === id)
}

/** The headline metrics of this engine, best first; the usual ones if it is not an engine of the app. */
export function headlinesOf(engineId: string): readonly string[] {
  return findEngine(engineId)?.description.headlines ?? usualMetrics
}

/** Prefixes of the files that runs of any engine create in their own folder, e.g. `bw.`. */
export function ownFilePrefixes(): readonly string[] {
  return [...new Set(known.flatMap(({ ownFilePrefix }) => ownFilePrefix ?? []))]
}

/** What is known about the data of the engine with this id; undefined for engines that do not declare it. */
export function findContentModel(id: string): ContentModel | undefined {
  return findEngine(id)?.content
}

/** Adds an engine that is not part of the app, for tests. Returns a function that removes it. */
export function addEngine(engine: Engine): () => void {
  if (findEngine(engine.description.id))
    throw new Error(`There is an engine ${engine.description.id} already.`)
  known.push(engine)
  return () => {
    known.splice(known.indexOf(engine), 1)
  }
}

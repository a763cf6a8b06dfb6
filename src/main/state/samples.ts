import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { SampleReview } from '../../core/contract/shell-requests'
import { resultsFileEnding } from './results-files'

const description = v.object({ title: v.string(), description: v.string() })

/**
 * The sample results files that come with the app. Each may have a description file: `name.json` with title and
 * description.
 */
export function listSamples(folder: string): readonly SampleReview[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(resultsFileEnding))
    .sort()
    .map((name) => {
      const id = name.slice(0, -resultsFileEnding.length)
      return { id, ...describe(join(folder, `${id}.json`), id) }
    })
}

/** Path of a sample; undefined if the id is unknown. */
export function samplePath(folder: string, id: string): string | undefined {
  return listSamples(folder).some((sample) => sample.id === id)
    ? join(folder, id + resultsFileEnding)
    : undefined
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function describe(path: string, id: string): v.InferOutput<typeof description> {
  try {
    return v.parse(description, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return { title: id, description: '' }
  }
}

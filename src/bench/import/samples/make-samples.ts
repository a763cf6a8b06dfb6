import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSample, sampleDescription } from './build-sample'
import { publishedSamples } from './published-samples'

/** Run by scripts/make-samples.mjs: rebuilds every sample of published tables in resources/samples. */
const resources = process.argv[2] ?? 'resources'
mkdirSync(join(resources, 'samples'), { recursive: true })
for (const sample of publishedSamples) {
  const path = join(resources, 'samples', sample.id)
  buildSample(sample, join(resources, 'published'), `${path}.benchwright`)
  writeFileSync(`${path}.json`, sampleDescription(sample))
  process.stdout.write(`${path}.benchwright\n`)
}

// Creates resources/schemas/plan-1.schema.json from the schema that the app checks plans with: `node
// scripts/make-schemas.mjs`. A test verifies that the file matches this script's output.
import { toJsonSchema } from '@valibot/to-json-schema'
import { build } from 'esbuild'
import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { inRoot } from './setup/paths.mjs'

export const planSchemaFile = inRoot('resources', 'schemas', 'plan-1.schema.json')

/** The text of the published JSON Schema of plans. */
export async function planJsonSchema() {
  const { planShape } = await moduleOf(inRoot('src', 'core', 'plan', 'plan.ts'))
  const { properties, ...shape } = toJsonSchema(planShape, {
    typeMode: 'output',
    // Ranges of numbers are expressed by minValue and maxValue.
    ignoreActions: ['finite'],
  })
  const schema = {
    ...shape,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:benchwright:plan-1',
    title: 'Benchwright plan',
    description:
      'A test matrix: engine, fixed parameters, varied parameters, repetitions, order and target. All amounts are in base units: bytes, seconds, percent, counts.',
    // What a schema cannot express and plan-json.ts checks.
    dependentSchemas: { hosts: { properties: { host: false } } },
    properties: {
      $schema: { type: 'string', description: 'For editors. Not part of the plan.' },
      ...properties,
      hosts: { ...properties.hosts, uniqueItems: true },
    },
  }
  return format(JSON.stringify(schema), { ...(await resolveConfig(planSchemaFile)), parser: 'json' })
}

/** The exports of a module of the app. */
async function moduleOf(file) {
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, format: 'esm', write: false })
  const code = Buffer.from(outputFiles[0].contents).toString('base64')
  return import(`data:text/javascript;base64,${code}`)
}

if (process.argv[1] === import.meta.filename) {
  await writeFile(planSchemaFile, await planJsonSchema())
  process.stdout.write(`${(await readFile(planSchemaFile)).length} bytes in ${planSchemaFile}\n`)
}

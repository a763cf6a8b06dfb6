import type { Migration } from './migration'

/** The unit and digits of a printed number, as JSON; see core/results/published-result.ts. */
export const printedForms: Migration = {
  version: 11,
  title: 'printed results with the unit and digits that they were printed with',
  sql: `
ALTER TABLE file.published_result ADD COLUMN form TEXT;
`,
}

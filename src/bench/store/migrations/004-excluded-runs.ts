import type { Migration } from './migration'

/**
 * Runs that a person excluded from comparisons. The run itself stays unchanged; the reason is printed with
 * every comparison.
 */
export const excludedRuns: Migration = {
  version: 4,
  title: 'runs left out of comparisons',
  sql: `
CREATE TABLE file.excluded_run (
  run_id INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  reason TEXT NOT NULL CHECK (reason <> ''),
  excluded_ms INTEGER NOT NULL,
  checksum BLOB NOT NULL
) STRICT;
`,
}

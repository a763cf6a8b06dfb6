import type { Migration } from './migration'

/** What a sensor calls the metric of its series, where the program does not know it; see core/results/observation.ts. */
export const seriesLabels: Migration = {
  version: 12,
  title: 'series with the name that their sensor gives them',
  sql: `
ALTER TABLE file.series ADD COLUMN label TEXT NOT NULL DEFAULT '';

DROP VIEW file.series_list;
CREATE VIEW file.series_list AS
SELECT
  s.run_id, r.campaign_id, s.attempt, q.source, q.device, q.test, q.direction, q.metric, s.label, q.unit, q.levels,
  s.started_ms, s.interval_s, s.points, s.bin_ns IS NOT NULL AS is_histogram
FROM series AS s
JOIN run AS r ON r.id = s.run_id
JOIN quantity AS q ON q.id = s.quantity_id;
`,
}

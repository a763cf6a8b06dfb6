import type { Migration } from './migration'

const common = (keys: readonly string[], levels: readonly string[]) =>
  keys
    .map(
      (key) => `coalesce(${levels.map((from) => `json_extract(${from}, '$.${key}')`).join(', ')}) AS ${key},`,
    )
    .join('\n  ')

/**
 * What was deleted stays in its table until the bin is emptied: `deleted_ms` is when it was. Names are unique among the
 * rows that were not, and the views for other programs leave out the campaigns that were.
 */
export const bin: Migration = {
  version: 13,
  title: 'a bin of what was deleted',
  sql: `
${['campaign', 'plan', 'figure', 'document', 'device_card', 'scorecard', 'article_preset']
  .map((table) => `ALTER TABLE file.${table} ADD COLUMN deleted_ms INTEGER;`)
  .join('\n')}

${['document', 'device_card', 'scorecard', 'article_preset']
  .map(
    (table) => `DROP INDEX file.${table}_by_name;
CREATE UNIQUE INDEX file.${table}_by_name ON ${table} (name) WHERE deleted_ms IS NULL;`,
  )
  .join('\n')}

DROP VIEW file.run_list;
DROP VIEW file.results;
DROP VIEW file.series_list;
DROP VIEW file.published;

CREATE VIEW file.run_list AS
SELECT
  r.id AS run_id, r.campaign_id, c.name AS campaign, c.configuration, c.source, c.host, c.device, c.engine,
  coalesce(r.engine_version, c.engine_version) AS engine_version,
  r.position, r.case_index, k.case_key, r.repetition, r.phase, r.state, r.seed, r.attempt,
  r.started_ms, r.finished_ms, r.exit_code,
  json_extract(r.failure, '$.text') AS failure,
  r.warnings,
  json_patch(c.base, k.levels) AS levels
FROM run AS r
JOIN campaign AS c ON c.id = r.campaign_id AND c.deleted_ms IS NULL
JOIN campaign_case AS k ON k.campaign_id = r.campaign_id AND k.case_index = r.case_index;

CREATE VIEW file.results AS
SELECT
  c.id AS campaign_id, c.name AS campaign, c.configuration, c.source, c.host, c.device, c.engine,
  coalesce(r.engine_version, c.engine_version) AS engine_version,
  q.test, q.direction, q.metric, s.value, q.unit,
  r.id AS run_id, r.repetition, r.state, k.case_key,
  ${common(
    ['block_size', 'read_percent', 'queue_depth', 'jobs', 'pattern', 'file_size'],
    ['q.levels', 'k.levels', 'c.base'],
  )}
  json_patch(json_patch(c.base, k.levels), q.levels) AS levels
FROM campaign AS c
CROSS JOIN quantity AS q ON q.source = 'engine'
CROSS JOIN scalar AS s ON s.campaign_id = c.id AND s.quantity_id = q.id
JOIN run AS r ON r.id = s.run_id
JOIN campaign_case AS k ON k.campaign_id = r.campaign_id AND k.case_index = r.case_index
WHERE r.phase = 'measure' AND c.deleted_ms IS NULL;

CREATE VIEW file.series_list AS
SELECT
  s.run_id, r.campaign_id, s.attempt, q.source, q.device, q.test, q.direction, q.metric, s.label, q.unit, q.levels,
  s.started_ms, s.interval_s, s.points, s.bin_ns IS NOT NULL AS is_histogram
FROM series AS s
JOIN run AS r ON r.id = s.run_id
JOIN campaign AS c ON c.id = r.campaign_id AND c.deleted_ms IS NULL
JOIN quantity AS q ON q.id = s.quantity_id;

CREATE VIEW file.published AS
SELECT
  c.id AS campaign_id, c.name AS campaign, c.configuration, c.host, c.device, c.engine, c.engine_version,
  q.test, q.direction, q.metric, q.unit,
  CASE p.kind WHEN 'summary' THEN p.value END AS mean,
  CASE p.kind WHEN 'summary' THEN p.deviation END AS standard_deviation,
  p.n,
  CASE p.kind WHEN 'difference' THEN p.value END AS difference_percent,
  CASE p.kind WHEN 'difference' THEN p.deviation END AS deviation_percent,
  p.baseline, k.case_key,
  ${common(['block_size', 'read_percent', 'queue_depth', 'jobs', 'compress_percent', 'dedupe_percent'], ['k.levels', 'c.base'])}
  json_patch(c.base, k.levels) AS levels,
  u.source, u.note AS source_note, p.note
FROM published_result AS p
JOIN campaign AS c ON c.id = p.campaign_id AND c.deleted_ms IS NULL
JOIN quantity AS q ON q.id = p.quantity_id
JOIN campaign_case AS k ON k.campaign_id = p.campaign_id AND k.case_index = p.case_index
LEFT JOIN publication AS u ON u.campaign_id = p.campaign_id;
`,
}

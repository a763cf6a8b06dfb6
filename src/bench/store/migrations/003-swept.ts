import type { Migration } from './migration'

/**
 * Numbers of runs in which the engine varied parameters by itself: IOzone's auto mode measures many file and
 * record sizes in one run. They are kept apart, so that the numbers of all other runs stay one narrow range
 * per quantity.
 */
export const swept: Migration = {
  version: 3,
  title: 'numbers of runs that vary parameters by themselves',
  sql: `
CREATE TABLE file.swept_measurement (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  quantity_id INTEGER NOT NULL REFERENCES quantity (id),
  run_id INTEGER NOT NULL,
  levels TEXT NOT NULL,
  value REAL NOT NULL CHECK (value > -9e999 AND value < 9e999),
  PRIMARY KEY (campaign_id, quantity_id, run_id, levels)
) STRICT, WITHOUT ROWID;

DROP VIEW file.results;

CREATE VIEW file.results AS
SELECT
  c.id AS campaign_id, c.name AS campaign, c.configuration, c.source, c.host, c.device, c.engine,
  coalesce(r.engine_version, c.engine_version) AS engine_version,
  q.test, q.direction, q.metric, m.value, q.unit,
  r.id AS run_id, r.repetition, r.state, k.case_key,
  coalesce(json_extract(k.levels, '$.block_size'), json_extract(c.base, '$.block_size')) AS block_size,
  coalesce(json_extract(k.levels, '$.read_percent'), json_extract(c.base, '$.read_percent')) AS read_percent,
  coalesce(json_extract(k.levels, '$.queue_depth'), json_extract(c.base, '$.queue_depth')) AS queue_depth,
  coalesce(json_extract(k.levels, '$.jobs'), json_extract(c.base, '$.jobs')) AS jobs,
  coalesce(json_extract(k.levels, '$.pattern'), json_extract(c.base, '$.pattern')) AS pattern,
  coalesce(json_extract(k.levels, '$.file_size'), json_extract(c.base, '$.file_size')) AS file_size,
  json_patch(c.base, k.levels) AS levels
FROM campaign AS c
CROSS JOIN quantity AS q
CROSS JOIN measurement AS m ON m.campaign_id = c.id AND m.quantity_id = q.id
JOIN run AS r ON r.id = m.run_id
JOIN campaign_case AS k ON k.campaign_id = r.campaign_id AND k.case_index = r.case_index
WHERE r.phase = 'measure'
UNION ALL
SELECT
  campaign_id, campaign, configuration, source, host, device, engine, engine_version,
  test, direction, metric, value, unit, run_id, repetition, state, case_key,
  json_extract(levels, '$.block_size'), json_extract(levels, '$.read_percent'),
  json_extract(levels, '$.queue_depth'), json_extract(levels, '$.jobs'),
  json_extract(levels, '$.pattern'), json_extract(levels, '$.file_size'), levels
FROM (
  SELECT
    c.id AS campaign_id, c.name AS campaign, c.configuration, c.source, c.host, c.device, c.engine,
    coalesce(r.engine_version, c.engine_version) AS engine_version,
    q.test, q.direction, q.metric, s.value, q.unit, r.id AS run_id, r.repetition, r.state, k.case_key,
    json_patch(json_patch(c.base, k.levels), s.levels) AS levels
  FROM swept_measurement AS s
  JOIN campaign AS c ON c.id = s.campaign_id
  JOIN quantity AS q ON q.id = s.quantity_id
  JOIN run AS r ON r.id = s.run_id
  JOIN campaign_case AS k ON k.campaign_id = r.campaign_id AND k.case_index = r.case_index
  WHERE r.phase = 'measure'
);
`,
}

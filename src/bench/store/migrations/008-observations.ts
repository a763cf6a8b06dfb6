import type { Migration } from './migration'

/**
 * Observations of a run as scalars, histograms and series. A quantity has a source and the levels that the
 * engine varied within the run, so numbers swept within a run are in the same table of scalars. Numbers under
 * no known campaign or quantity, which nothing could read, are dropped; the seal of their run counts them as
 * missing, as before.
 */
export const observations: Migration = {
  version: 8,
  title: 'scalars, histograms and series with their source and levels',
  sql: `
DROP VIEW file.results;
DROP VIEW file.published;
DROP INDEX file.published_by_campaign;
ALTER TABLE file.quantity RENAME TO quantity_7;
ALTER TABLE file.histogram RENAME TO histogram_7;
ALTER TABLE file.published_result RENAME TO published_result_7;

CREATE TABLE file.quantity (
  id INTEGER PRIMARY KEY,
  test TEXT NOT NULL,
  direction TEXT NOT NULL,
  metric TEXT NOT NULL,
  unit TEXT NOT NULL,
  source TEXT NOT NULL DEFAULT 'engine',
  device TEXT NOT NULL DEFAULT '',
  levels TEXT NOT NULL DEFAULT '{}',
  UNIQUE (test, direction, metric, unit, source, device, levels)
) STRICT;

INSERT INTO quantity (id, test, direction, metric, unit) SELECT id, test, direction, metric, unit FROM quantity_7;
INSERT OR IGNORE INTO quantity (test, direction, metric, unit, levels)
  SELECT q.test, q.direction, q.metric, q.unit, s.levels
  FROM quantity_7 AS q JOIN (SELECT DISTINCT quantity_id, levels FROM swept_measurement) AS s ON s.quantity_id = q.id
  ORDER BY q.id, s.levels;
INSERT OR IGNORE INTO quantity (test, direction, metric, unit)
  SELECT DISTINCT test, direction, metric, 'ns' FROM histogram_7;

CREATE TABLE file.scalar (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  quantity_id INTEGER NOT NULL REFERENCES quantity (id),
  run_id INTEGER NOT NULL,
  value REAL NOT NULL CHECK (value > -9e999 AND value < 9e999),
  PRIMARY KEY (campaign_id, quantity_id, run_id)
) STRICT, WITHOUT ROWID;

INSERT INTO scalar (campaign_id, quantity_id, run_id, value)
  SELECT campaign_id, quantity_id, run_id, value FROM measurement
  WHERE campaign_id IN (SELECT id FROM campaign) AND quantity_id IN (SELECT id FROM quantity_7);
INSERT OR IGNORE INTO scalar (campaign_id, quantity_id, run_id, value)
  SELECT s.campaign_id, q.id, s.run_id, s.value FROM swept_measurement AS s
  JOIN quantity_7 AS o ON o.id = s.quantity_id
  JOIN quantity AS q ON q.test = o.test AND q.direction = o.direction AND q.metric = o.metric AND q.unit = o.unit
    AND q.source = 'engine' AND q.device = '' AND q.levels = s.levels
  WHERE s.campaign_id IN (SELECT id FROM campaign);

CREATE TABLE file.histogram (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  quantity_id INTEGER NOT NULL REFERENCES quantity (id),
  bins INTEGER NOT NULL CHECK (bins >= 0),
  content BLOB NOT NULL,
  sha256 BLOB NOT NULL,
  UNIQUE (run_id, ordinal)
) STRICT;

INSERT INTO histogram (run_id, ordinal, quantity_id, bins, content, sha256)
  SELECT h.run_id, h.ordinal, q.id, h.bins, h.content, h.sha256 FROM histogram_7 AS h
  JOIN quantity AS q ON q.test = h.test AND q.direction = h.direction AND q.metric = h.metric AND q.unit = 'ns'
    AND q.source = 'engine' AND q.device = '' AND q.levels = '{}'
  WHERE h.run_id IN (SELECT id FROM run);

CREATE TABLE file.series (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  quantity_id INTEGER NOT NULL REFERENCES quantity (id),
  started_ms INTEGER NOT NULL,
  interval_s REAL NOT NULL CHECK (interval_s > 0 AND interval_s < 9e999),
  points INTEGER NOT NULL CHECK (points >= 0),
  seconds BLOB NOT NULL,
  value BLOB NOT NULL,
  bin_ns BLOB,
  sha256 BLOB NOT NULL,
  UNIQUE (run_id, attempt, quantity_id)
) STRICT;

CREATE TABLE file.published_result (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  case_index INTEGER NOT NULL,
  quantity_id INTEGER NOT NULL REFERENCES quantity (id),
  kind TEXT NOT NULL,
  value REAL NOT NULL CHECK (value > -9e999 AND value < 9e999),
  deviation REAL CHECK (deviation >= 0 AND deviation < 9e999),
  n INTEGER CHECK (n >= 1),
  baseline TEXT,
  note TEXT,
  checksum BLOB NOT NULL,
  FOREIGN KEY (campaign_id, case_index) REFERENCES campaign_case (campaign_id, case_index)
) STRICT;

INSERT INTO published_result SELECT * FROM published_result_7;

DROP TABLE file.measurement;
DROP TABLE file.swept_measurement;
DROP TABLE file.histogram_7;
DROP TABLE file.published_result_7;
DROP TABLE file.quantity_7;

CREATE INDEX file.published_by_campaign ON published_result (campaign_id);

CREATE VIEW file.results AS
SELECT
  c.id AS campaign_id, c.name AS campaign, c.configuration, c.source, c.host, c.device, c.engine,
  coalesce(r.engine_version, c.engine_version) AS engine_version,
  q.test, q.direction, q.metric, s.value, q.unit,
  r.id AS run_id, r.repetition, r.state, k.case_key,
  ${['block_size', 'read_percent', 'queue_depth', 'jobs', 'pattern', 'file_size']
    .map(
      (key) =>
        `coalesce(json_extract(q.levels, '$.${key}'), json_extract(k.levels, '$.${key}'), json_extract(c.base, '$.${key}')) AS ${key},`,
    )
    .join('\n  ')}
  json_patch(json_patch(c.base, k.levels), q.levels) AS levels
FROM campaign AS c
CROSS JOIN quantity AS q ON q.source = 'engine'
CROSS JOIN scalar AS s ON s.campaign_id = c.id AND s.quantity_id = q.id
JOIN run AS r ON r.id = s.run_id
JOIN campaign_case AS k ON k.campaign_id = r.campaign_id AND k.case_index = r.case_index
WHERE r.phase = 'measure';

CREATE VIEW file.series_list AS
SELECT
  s.run_id, r.campaign_id, s.attempt, q.source, q.device, q.test, q.direction, q.metric, q.unit, q.levels,
  s.started_ms, s.interval_s, s.points, s.bin_ns IS NOT NULL AS is_histogram
FROM series AS s
JOIN run AS r ON r.id = s.run_id
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
  ${['block_size', 'read_percent', 'queue_depth', 'jobs', 'compress_percent', 'dedupe_percent']
    .map((key) => `coalesce(json_extract(k.levels, '$.${key}'), json_extract(c.base, '$.${key}')) AS ${key},`)
    .join('\n  ')}
  json_patch(c.base, k.levels) AS levels,
  u.source, u.note AS source_note, p.note
FROM published_result AS p
JOIN campaign AS c ON c.id = p.campaign_id
JOIN quantity AS q ON q.id = p.quantity_id
JOIN campaign_case AS k ON k.campaign_id = p.campaign_id AND k.case_index = p.case_index
LEFT JOIN publication AS u ON u.campaign_id = p.campaign_id;
`,
}

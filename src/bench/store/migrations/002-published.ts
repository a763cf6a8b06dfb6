import type { Migration } from './migration'

/**
 * Published results, files of other programs with the runs that came from them, and what an engine really
 * wrote for each level of data content. Files may belong to several campaigns: one published table often
 * shows several drives.
 */
export const published: Migration = {
  version: 2,
  title: 'published results, imported files, calibrations',
  sql: `
CREATE TABLE file.publication (
  campaign_id INTEGER PRIMARY KEY REFERENCES campaign (id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  note TEXT NOT NULL,
  checksum BLOB NOT NULL
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

CREATE INDEX file.published_by_campaign ON published_result (campaign_id);

CREATE TABLE file.imported_file (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  path TEXT NOT NULL,
  imported_ms INTEGER NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  sha256 TEXT NOT NULL UNIQUE,
  content BLOB NOT NULL,
  checksum BLOB NOT NULL
) STRICT;

CREATE TABLE file.campaign_file (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  file_id INTEGER NOT NULL REFERENCES imported_file (id),
  PRIMARY KEY (campaign_id, file_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE file.run_file (
  run_id INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  file_id INTEGER NOT NULL REFERENCES imported_file (id)
) STRICT;

CREATE INDEX file.run_file_by_file ON run_file (file_id);

CREATE TABLE file.calibration (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  levels TEXT NOT NULL,
  sampled_bytes INTEGER NOT NULL CHECK (sampled_bytes > 0),
  compressed_share REAL NOT NULL CHECK (compressed_share >= 0 AND compressed_share < 9e999),
  unique_compressed_share REAL NOT NULL CHECK (unique_compressed_share >= 0 AND unique_compressed_share < 9e999),
  unique_share REAL NOT NULL CHECK (unique_share >= 0 AND unique_share <= 1),
  engine_version TEXT,
  measured_ms INTEGER NOT NULL,
  checksum BLOB NOT NULL
) STRICT;

CREATE INDEX file.calibration_by_campaign ON calibration (campaign_id);

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
  coalesce(json_extract(k.levels, '$.block_size'), json_extract(c.base, '$.block_size')) AS block_size,
  coalesce(json_extract(k.levels, '$.read_percent'), json_extract(c.base, '$.read_percent')) AS read_percent,
  coalesce(json_extract(k.levels, '$.queue_depth'), json_extract(c.base, '$.queue_depth')) AS queue_depth,
  coalesce(json_extract(k.levels, '$.jobs'), json_extract(c.base, '$.jobs')) AS jobs,
  coalesce(json_extract(k.levels, '$.compress_percent'), json_extract(c.base, '$.compress_percent')) AS compress_percent,
  coalesce(json_extract(k.levels, '$.dedupe_percent'), json_extract(c.base, '$.dedupe_percent')) AS dedupe_percent,
  json_patch(c.base, k.levels) AS levels,
  u.source, u.note AS source_note, p.note
FROM published_result AS p
JOIN campaign AS c ON c.id = p.campaign_id
JOIN quantity AS q ON q.id = p.quantity_id
JOIN campaign_case AS k ON k.campaign_id = p.campaign_id AND k.case_index = p.case_index
LEFT JOIN publication AS u ON u.campaign_id = p.campaign_id;
`,
}

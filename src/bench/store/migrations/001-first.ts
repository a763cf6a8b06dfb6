import type { Migration } from './migration'

/**
 * The first format. Described for readers in docs/results-file.md. Columns for one of a set of words have no
 * CHECK: the sets grow, SQLite cannot change a CHECK without rebuilding the table, and every reader checks
 * the words itself.
 */
export const first: Migration = {
  version: 1,
  title: 'plans, campaigns, runs, measurements, figures',
  sql: `
CREATE TABLE file.review (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  uuid TEXT NOT NULL,
  title TEXT NOT NULL,
  notes TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  modified_ms INTEGER NOT NULL,
  checksum BLOB NOT NULL
) STRICT;

CREATE TABLE file.plan (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  engine TEXT NOT NULL,
  case_count INTEGER NOT NULL CHECK (case_count >= 0),
  run_count INTEGER NOT NULL CHECK (run_count >= 0),
  modified_ms INTEGER NOT NULL,
  plan TEXT NOT NULL,
  checksum BLOB NOT NULL
) STRICT;

CREATE TABLE file.campaign (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  plan_id TEXT NOT NULL,
  name TEXT NOT NULL,
  configuration TEXT NOT NULL,
  source TEXT NOT NULL,
  state TEXT NOT NULL,
  engine TEXT NOT NULL,
  engine_version TEXT,
  host_id TEXT NOT NULL,
  host TEXT NOT NULL,
  device TEXT NOT NULL,
  target TEXT NOT NULL,
  base TEXT NOT NULL,
  data_file TEXT,
  created_ms INTEGER NOT NULL,
  finished_ms INTEGER,
  host_record TEXT NOT NULL,
  plan TEXT NOT NULL,
  design_checksum BLOB NOT NULL,
  checksum BLOB NOT NULL
) STRICT;

CREATE TABLE file.campaign_case (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  case_index INTEGER NOT NULL CHECK (case_index >= 0),
  case_key TEXT NOT NULL,
  levels TEXT NOT NULL,
  PRIMARY KEY (campaign_id, case_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE file.run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  case_index INTEGER NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 0),
  repetition INTEGER NOT NULL CHECK (repetition >= 0),
  phase TEXT NOT NULL,
  seed INTEGER NOT NULL CHECK (seed >= 0),
  state TEXT NOT NULL,
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  started_ms INTEGER,
  finished_ms INTEGER,
  exit_code INTEGER,
  engine_version TEXT,
  failure TEXT,
  warnings TEXT,
  checksum BLOB,
  FOREIGN KEY (campaign_id, case_index) REFERENCES campaign_case (campaign_id, case_index),
  UNIQUE (campaign_id, position)
) STRICT;

CREATE INDEX file.run_by_state ON run (campaign_id, phase, state);

CREATE TABLE file.run_command (
  run_id INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  directory TEXT NOT NULL,
  command TEXT NOT NULL
) STRICT;

CREATE TABLE file.earlier_attempt (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  directory TEXT,
  record TEXT NOT NULL,
  checksum BLOB NOT NULL,
  UNIQUE (run_id, attempt)
) STRICT;

CREATE TABLE file.quantity (
  id INTEGER PRIMARY KEY,
  test TEXT NOT NULL,
  direction TEXT NOT NULL,
  metric TEXT NOT NULL,
  unit TEXT NOT NULL,
  UNIQUE (test, direction, metric, unit)
) STRICT;

CREATE TABLE file.measurement (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  quantity_id INTEGER NOT NULL REFERENCES quantity (id),
  run_id INTEGER NOT NULL,
  value REAL NOT NULL CHECK (value > -9e999 AND value < 9e999),
  PRIMARY KEY (campaign_id, quantity_id, run_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE file.histogram (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  test TEXT NOT NULL,
  direction TEXT NOT NULL,
  metric TEXT NOT NULL,
  bins INTEGER NOT NULL CHECK (bins >= 0),
  content BLOB NOT NULL,
  sha256 BLOB NOT NULL,
  UNIQUE (run_id, ordinal)
) STRICT;

CREATE TABLE file.raw_output (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  sha256 TEXT NOT NULL,
  content BLOB NOT NULL,
  UNIQUE (run_id, attempt, name)
) STRICT;

CREATE TABLE file.log (
  id INTEGER PRIMARY KEY,
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  run_id INTEGER,
  at_ms INTEGER NOT NULL,
  level TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;

CREATE INDEX file.log_by_campaign ON log (campaign_id);

CREATE TABLE file.figure (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  settings TEXT NOT NULL,
  modified_ms INTEGER NOT NULL,
  checksum BLOB NOT NULL
) STRICT;

CREATE TABLE file.created_file (
  host_id TEXT NOT NULL,
  path TEXT NOT NULL,
  device_number TEXT NOT NULL,
  inode TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  PRIMARY KEY (host_id, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE file.runner_lock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  token TEXT NOT NULL,
  host TEXT NOT NULL,
  machine TEXT NOT NULL,
  process_id INTEGER NOT NULL,
  process_start TEXT NOT NULL,
  acquired_ms INTEGER NOT NULL,
  alive_ms INTEGER NOT NULL
) STRICT;

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
JOIN campaign AS c ON c.id = r.campaign_id
JOIN campaign_case AS k ON k.campaign_id = r.campaign_id AND k.case_index = r.case_index;

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
WHERE r.phase = 'measure';
`,
}

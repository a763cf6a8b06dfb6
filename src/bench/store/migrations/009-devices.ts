import type { Migration } from './migration'

/** Device cards with their photos, and scorecards. Their content is JSON; see core/devices and core/scorecard. */
export const devices: Migration = {
  version: 9,
  title: 'device cards, scorecards',
  sql: `
CREATE TABLE file.device_card (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  content TEXT NOT NULL,
  picture_name TEXT,
  picture_type TEXT,
  picture_width INTEGER,
  picture_height INTEGER,
  picture BLOB,
  modified_ms INTEGER NOT NULL,
  checksum BLOB NOT NULL,
  CHECK ((picture IS NULL) = (picture_type IS NULL))
) STRICT;

CREATE UNIQUE INDEX file.device_card_by_name ON device_card (name);

CREATE TABLE file.scorecard (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  content TEXT NOT NULL,
  modified_ms INTEGER NOT NULL,
  checksum BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX file.scorecard_by_name ON scorecard (name);

INSERT INTO row_digest (table_name, rows, digest) VALUES ('device_card', 0, zeroblob(16)), ('scorecard', 0, zeroblob(16));
`,
}

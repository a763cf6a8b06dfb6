import type { Migration } from './migration'

/**
 * Article presets with their pictures, the one in use, and the order of the saved figures. The preset in use
 * may be one that comes with the app (its id is below 0), so it does not refer to a row.
 */
export const presets: Migration = {
  version: 5,
  title: 'article presets, order of figures',
  sql: `
CREATE TABLE file.article_preset (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  look TEXT NOT NULL,
  picture_name TEXT,
  picture_type TEXT,
  picture_width INTEGER,
  picture_height INTEGER,
  picture BLOB,
  modified_ms INTEGER NOT NULL,
  checksum BLOB NOT NULL,
  CHECK ((picture IS NULL) = (picture_type IS NULL))
) STRICT;

CREATE UNIQUE INDEX file.article_preset_by_name ON article_preset (name);

CREATE TABLE file.chosen_preset (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  preset_id INTEGER NOT NULL CHECK (preset_id <> 0)
) STRICT;

CREATE TABLE file.figure_place (
  figure_id INTEGER PRIMARY KEY REFERENCES figure (id) ON DELETE CASCADE,
  place INTEGER NOT NULL
) STRICT;
`,
}

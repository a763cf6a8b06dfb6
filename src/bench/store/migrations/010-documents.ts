import type { Migration } from './migration'

/** Documents as blocks in JSON, and pictures that they show. */
export const documents: Migration = {
  version: 10,
  title: 'documents and their pictures',
  sql: `
CREATE TABLE file.document (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  template TEXT NOT NULL,
  place INTEGER NOT NULL,
  blocks TEXT NOT NULL,
  modified_ms INTEGER NOT NULL,
  checksum BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX file.document_by_name ON document (name);

CREATE TABLE file.picture (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  content BLOB NOT NULL,
  added_ms INTEGER NOT NULL,
  checksum BLOB NOT NULL
) STRICT;

INSERT INTO row_digest (table_name, rows, digest) VALUES ('document', 0, zeroblob(16)), ('picture', 0, zeroblob(16));
`,
}

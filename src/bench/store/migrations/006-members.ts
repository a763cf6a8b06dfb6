import type { Migration } from './migration'

/**
 * Campaigns of single hosts under a synchronised one. Each is a campaign with its own runs, at the same
 * positions, so that everything that reads campaigns reads them; the one that leads them has the results of
 * all hosts together.
 */
export const members: Migration = {
  version: 6,
  title: 'campaigns of the hosts of a synchronised campaign',
  sql: `
CREATE TABLE file.member_campaign (
  campaign_id INTEGER PRIMARY KEY REFERENCES campaign (id) ON DELETE CASCADE,
  leader_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE CHECK (leader_id <> campaign_id),
  place INTEGER NOT NULL,
  checksum BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX file.member_campaign_by_leader ON member_campaign (leader_id, place);
`,
}

-- Network, sender and mailbox that met: kept as a hash. A stranger's first try is asked to come again.
CREATE TABLE greylist (
  key bytea PRIMARY KEY,
  first_at timestamptz(3) NOT NULL,
  passed_at timestamptz(3)
);
CREATE INDEX greylist_old ON greylist (coalesce(passed_at, first_at));

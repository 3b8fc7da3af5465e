-- Which login has shown its owner's password for a code, and when; and from where programs came in with the code, so that
-- the owner's log tells of each place once.
ALTER TABLE client_access
  ADD COLUMN proved_by bigint,
  ADD COLUMN proved_at timestamptz(3),
  ADD COLUMN networks text[] NOT NULL DEFAULT '{}';

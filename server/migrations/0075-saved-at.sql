-- When a message came into the folder where it lies (RFC 8514); NULL where that was before this column: as it arrived.
ALTER TABLE messages ADD COLUMN saved_at timestamptz(3);
ALTER TABLE messages ALTER COLUMN saved_at SET DEFAULT now();

-- The address book lists people written to, the latest first, a page at a time.
CREATE INDEX correspondents_recent ON correspondents (account_id, last_at DESC, address DESC);

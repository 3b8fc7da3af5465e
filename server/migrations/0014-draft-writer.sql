-- Which composer wrote the latest version of a draft, and when by its own clock (milliseconds): a save whose answer
-- nobody heard is known again by both.
ALTER TABLE drafts ADD COLUMN saved_under text, ADD COLUMN written_at bigint;
CREATE INDEX drafts_saved_under ON drafts (account_id, saved_under)
  WHERE saved_under IS NOT NULL AND sent_submission_id IS NULL;

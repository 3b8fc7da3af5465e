-- The text of read-limited and encrypted mail that is kept as long as it may be taken back: looked for every minute.
CREATE INDEX drafts_protected ON drafts (keep_until) WHERE sent_submission_id IS NOT NULL AND content ? 'html'
  AND (content -> 'encrypt' = 'true' OR jsonb_typeof(content -> 'authorisation') = 'object');

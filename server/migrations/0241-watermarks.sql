-- Rules that mark files: what became of them stands in the list of what rules did (ADR 40).

ALTER TABLE policy_events DROP CONSTRAINT policy_events_outcome_check;
ALTER TABLE policy_events ADD CONSTRAINT policy_events_outcome_check CHECK (outcome IN
  ('confirmed', 'justified', 'encrypt', 'stripped', 'blocked', 'copied', 'watermarked', 'unmarked'));

-- What a phone was written to for: strangers' requests do not use up the codes of a login whose password was right.
ALTER TABLE code_sendings ADD COLUMN purpose text NOT NULL DEFAULT '';

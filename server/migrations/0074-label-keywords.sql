-- What mail programs call a label: a keyword of IMAP, from its first name. It stays when the label gets another name, because
-- programs know a message by its keywords, and a new name would change very many of them without a word.
ALTER TABLE labels ADD COLUMN keyword text;
UPDATE labels SET keyword = '$label_' || (
  SELECT string_agg(CASE WHEN c ~ '^[A-Za-z0-9._-]$' THEN c
    ELSE regexp_replace(upper(encode(convert_to(c, 'UTF8'), 'hex')), '(..)', '=\1', 'g') END, '' ORDER BY n)
  FROM regexp_split_to_table(name, '') WITH ORDINALITY AS letter (c, n));
ALTER TABLE labels ALTER COLUMN keyword SET NOT NULL;
CREATE UNIQUE INDEX labels_keyword ON labels (account_id, lower(keyword)) WHERE deleted_at IS NULL;

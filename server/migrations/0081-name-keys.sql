-- What the name and the nickname look like to a reader, and of which two words that was found out: whoever changes a name
-- need not know of it, the row is then one without keys.
ALTER TABLE users ADD COLUMN name_keys text[] NOT NULL DEFAULT '{}', ADD COLUMN keyed_as text[] NOT NULL DEFAULT '{}';
CREATE INDEX users_name_keys ON users USING gin (name_keys);
CREATE INDEX users_unkeyed ON users (organisation_id) WHERE keyed_as <> ARRAY[name, nickname];

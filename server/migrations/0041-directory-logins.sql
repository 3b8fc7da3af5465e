-- Who knows a person's password: `own` we alone, `directory` the organisation's directory alone, `either` us until the first
-- login there, which ties the person to one entry for good (administrators stay with us unless that is said).
ALTER TABLE users ADD COLUMN login_by text NOT NULL DEFAULT 'either' CHECK (login_by IN ('own', 'directory', 'either'));
-- The entry: by the id that never changes there, and the words by which it was found last.
ALTER TABLE users ADD COLUMN directory_id text UNIQUE;
ALTER TABLE users ADD COLUMN directory_words text;

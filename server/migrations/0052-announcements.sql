-- Words of the organisation to everybody, shown on the home screen between two moments.
CREATE TABLE announcements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  title text NOT NULL,
  content text NOT NULL DEFAULT '',
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (ends_at > starts_at)
);
CREATE INDEX announcements_running ON announcements (organisation_id, ends_at);

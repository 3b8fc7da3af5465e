-- People of the organisation's directory come in by a schedule, or when somebody asks.
CREATE TABLE directory_syncs (
  organisation_id bigint PRIMARY KEY REFERENCES organisations,
  every_hours int NOT NULL DEFAULT 0,
  filter text NOT NULL,
  department text NOT NULL DEFAULT '',
  duties text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  most_disabled_percent int NOT NULL DEFAULT 20,
  last_at timestamptz(3),
  last_run_id bigint REFERENCES people_runs ON DELETE SET NULL,
  trouble text NOT NULL DEFAULT '' CHECK (trouble IN ('', 'away', 'nobody'))
);

-- Disabled because the directory said so: it alone is believed when it says the contrary, nobody whom an administrator shut.
ALTER TABLE users ADD COLUMN shut_by_directory boolean NOT NULL DEFAULT false;

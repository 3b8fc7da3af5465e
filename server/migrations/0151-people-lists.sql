-- Lists of people that are taken in, from a file or from the organisation's directory: judged first, worked off as a job.
CREATE TABLE people_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  kind text NOT NULL CHECK (kind IN ('csv', 'directory')),
  name text NOT NULL,
  -- Whose list it is: its rows are judged by what that person may do. Null: the server's own, by its schedule.
  user_id bigint REFERENCES users ON DELETE SET NULL,
  who text NOT NULL,
  ip text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'checked' CHECK (state IN ('checked', 'asking', 'working', 'done', 'stopped', 'old')),
  total int NOT NULL,
  counts jsonb NOT NULL,
  disabling int NOT NULL DEFAULT 0,
  done int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  done_at timestamptz(3)
);
CREATE INDEX people_runs_latest ON people_runs (organisation_id, id DESC);

CREATE TABLE people_run_rows (
  run_id bigint NOT NULL REFERENCES people_runs ON DELETE CASCADE,
  seq int NOT NULL,
  address text NOT NULL,
  name text NOT NULL,
  wanted jsonb NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('new', 'changed', 'same', 'refused')),
  fields text[] NOT NULL DEFAULT '{}',
  why text,
  did text NOT NULL DEFAULT '' CHECK (did IN ('', 'done', 'failed')),
  -- Sealed: given by the file until the row is done, made by the server for a day after it.
  password bytea,
  PRIMARY KEY (run_id, seq)
);
CREATE INDEX people_run_rows_open ON people_run_rows (run_id, seq) WHERE did = '' AND outcome IN ('new', 'changed');
CREATE INDEX people_run_rows_by_outcome ON people_run_rows (run_id, outcome, seq);

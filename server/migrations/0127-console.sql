-- What somebody may do in the console; administrators of before own it. is_admin stays true for whoever has a role.
ALTER TABLE users ADD COLUMN console_role text
  CHECK (console_role IN ('owner', 'admin', 'department', 'helpdesk', 'auditor'));
-- The subtree of a department administrator.
ALTER TABLE users ADD COLUMN console_department bigint REFERENCES departments;
CREATE INDEX users_with_role ON users (organisation_id) WHERE is_admin;

-- The way from the mail to the console: good once, for a minute, for the login that asked.
CREATE TABLE console_tickets (
  hash bytea PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);

-- At work in the console: lives no longer than the login of the mail.
CREATE TABLE console_sessions (
  hash bytea PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  used_at timestamptz(3) NOT NULL DEFAULT now(),
  confirmed_at timestamptz(3)
);
CREATE INDEX console_sessions_of_login ON console_sessions (session_id);
CREATE INDEX console_tickets_of_login ON console_tickets (session_id);

-- What was done in the console. Written before it is done: an act without its end was cut off or refused.
CREATE TABLE console_acts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  at timestamptz(3) NOT NULL DEFAULT now(),
  who text NOT NULL,
  act text NOT NULL,
  whom text NOT NULL DEFAULT '',
  details jsonb NOT NULL DEFAULT '{}',
  ip text NOT NULL DEFAULT '',
  done_at timestamptz(3)
);
CREATE INDEX console_acts_latest ON console_acts (organisation_id, id DESC);

-- Orders to keep mail: while one lasts, what the people it names lose for good is kept where they do not see it.
CREATE TABLE legal_holds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  reason text NOT NULL,
  -- Which mail, by when it came; null: from the beginning, to the end.
  mail_from timestamptz(3),
  mail_until timestamptz(3),
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  released_by text NOT NULL DEFAULT '',
  released_at timestamptz(3)
);
CREATE INDEX legal_holds_latest ON legal_holds (organisation_id, id);

CREATE TABLE legal_hold_people (
  hold_id bigint NOT NULL REFERENCES legal_holds,
  account_id bigint NOT NULL REFERENCES accounts,
  -- Not named: in one of its departments when it began. They stay in it wherever they go.
  by_department boolean NOT NULL,
  PRIMARY KEY (hold_id, account_id)
);
CREATE INDEX legal_hold_people_of_account ON legal_hold_people (account_id);

-- Who comes into one of them later is in it too, for as long as they are there.
CREATE TABLE legal_hold_departments (
  hold_id bigint NOT NULL REFERENCES legal_holds,
  department_id bigint NOT NULL REFERENCES departments ON DELETE CASCADE,
  PRIMARY KEY (hold_id, department_id)
);
CREATE INDEX legal_hold_departments_of ON legal_hold_departments (department_id);

-- Mail that is in no mailbox any more and is kept by order. Each row has a reference to its blob.
CREATE TABLE legal_copies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  message_id bigint NOT NULL,
  blob bytea NOT NULL,
  size int NOT NULL,
  subject text NOT NULL,
  from_name text NOT NULL,
  from_address text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  kept_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (account_id, message_id)
);

CREATE TABLE legal_copy_holds (
  hold_id bigint NOT NULL REFERENCES legal_holds,
  copy_id bigint NOT NULL REFERENCES legal_copies ON DELETE CASCADE,
  PRIMARY KEY (hold_id, copy_id)
);
CREATE INDEX legal_copy_holds_of_copy ON legal_copy_holds (copy_id);

-- The holds that go on for an account: that name it or a department above it.
CREATE FUNCTION legal_holds_on(account bigint) RETURNS SETOF legal_holds LANGUAGE sql STABLE AS $$
  WITH RECURSIVE above AS (
    SELECT department_id AS id FROM users WHERE account_id = account AND department_id IS NOT NULL
    UNION
    SELECT d.parent_id FROM above JOIN departments d ON d.id = above.id WHERE d.parent_id IS NOT NULL)
  SELECT h.* FROM legal_holds h WHERE h.released_at IS NULL AND (
    EXISTS (SELECT FROM legal_hold_people p WHERE p.hold_id = h.id AND p.account_id = account)
    OR EXISTS (SELECT FROM legal_hold_departments d JOIN above ON above.id = d.department_id WHERE d.hold_id = h.id))
$$;

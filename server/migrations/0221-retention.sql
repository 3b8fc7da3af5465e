-- Rules by which old mail goes from the mailboxes by itself (ADR 52).
CREATE TABLE retention_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  name text NOT NULL,
  -- Whom: everybody, or those of the two tables below.
  everybody boolean NOT NULL,
  -- Where mail lies: roles of system folders, and 'own' for folders that people made.
  kinds text[] NOT NULL,
  days int NOT NULL CHECK (days > 0),
  keep_starred boolean NOT NULL,
  -- Mail with a label of this name stays; '' for none.
  keep_label text NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Null: switched off. On, it decides at once which mail is its own; it deletes from a later night on.
  active_since timestamptz(3),
  runs_from timestamptz(3),
  active_by text NOT NULL DEFAULT '',
  CHECK ((active_since IS NULL) = (runs_from IS NULL))
);
CREATE INDEX retention_rules_of ON retention_rules (organisation_id, id);

CREATE TABLE retention_rule_people (
  rule_id bigint NOT NULL REFERENCES retention_rules ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts,
  PRIMARY KEY (rule_id, account_id)
);
CREATE INDEX retention_rule_people_of_account ON retention_rule_people (account_id);

-- With all below them. One that names nobody any more is for nobody.
CREATE TABLE retention_rule_departments (
  rule_id bigint NOT NULL REFERENCES retention_rules ON DELETE CASCADE,
  department_id bigint NOT NULL REFERENCES departments ON DELETE CASCADE,
  PRIMARY KEY (rule_id, department_id)
);
CREATE INDEX retention_rule_departments_of ON retention_rule_departments (department_id);

-- A way through all mailboxes: a night of all rules, or a trial of one.
CREATE TABLE retention_walks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  -- Null: a night.
  trial_of bigint REFERENCES retention_rules ON DELETE CASCADE,
  -- What the age of mail is told from.
  at timestamptz(3) NOT NULL,
  made_by text NOT NULL DEFAULT '',
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  -- Mailboxes there are, and those that are done: all up to one.
  mailboxes int NOT NULL,
  looked int NOT NULL DEFAULT 0,
  account_done bigint NOT NULL DEFAULT 0,
  -- The mailbox in hand, and the last mail of it that was looked at.
  account_id bigint,
  folder_id bigint NOT NULL DEFAULT 0,
  pinned boolean NOT NULL DEFAULT false,
  received_at timestamptz(3) NOT NULL DEFAULT '0001-01-01 00:00:00+00',
  message_id bigint NOT NULL DEFAULT 0,
  -- Steps made: who did another one meanwhile is noticed.
  steps int NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX retention_nights_going ON retention_walks (organisation_id) WHERE trial_of IS NULL AND ended_at IS NULL;
CREATE UNIQUE INDEX retention_trials ON retention_walks (trial_of) WHERE trial_of IS NOT NULL;
CREATE INDEX retention_walks_of ON retention_walks (organisation_id, id);

-- What a walk found, or deleted, by each rule.
CREATE TABLE retention_sums (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  walk_id bigint NOT NULL REFERENCES retention_walks ON DELETE CASCADE,
  organisation_id bigint NOT NULL REFERENCES organisations,
  -- Null for a trial, which nobody looks for by time.
  night timestamptz(3),
  rule_id bigint NOT NULL,
  rule_name text NOT NULL,
  people int NOT NULL DEFAULT 0,
  mails bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  -- When the oldest of it came.
  oldest timestamptz(3),
  -- The mailbox that was counted last.
  account_id bigint NOT NULL DEFAULT 0,
  UNIQUE (walk_id, rule_id)
);
CREATE INDEX retention_sums_latest ON retention_sums (organisation_id, id) WHERE night IS NOT NULL;

-- The rule that decides on each kind of folder of a mailbox: the nearest one, then the one that names fewer kinds, then the one that
-- keeps longer. `as_if` is a rule that is looked at as if it were on.
CREATE FUNCTION retention_of(account bigint, as_if bigint) RETURNS TABLE (kind text, rule_id bigint) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE above AS (
    SELECT department_id AS id, 1 AS steps FROM users WHERE account_id = account AND department_id IS NOT NULL
    UNION ALL
    SELECT d.parent_id, above.steps + 1 FROM above JOIN departments d ON d.id = above.id
    WHERE d.parent_id IS NOT NULL AND above.steps < 1000),
  holding AS (
    SELECT r.*, CASE
        WHEN EXISTS (SELECT FROM retention_rule_people p WHERE p.rule_id = r.id AND p.account_id = account) THEN 0
        ELSE coalesce((SELECT min(above.steps) FROM above JOIN retention_rule_departments d ON d.department_id = above.id
          WHERE d.rule_id = r.id), CASE WHEN r.everybody THEN 1000000 END) END AS distance
    FROM users u JOIN retention_rules r ON r.organisation_id = u.organisation_id
    WHERE u.account_id = account AND u.deleted_at IS NULL AND (r.active_since IS NOT NULL OR r.id = as_if))
  SELECT DISTINCT ON (k.kind) k.kind, h.id FROM holding h CROSS JOIN LATERAL unnest(h.kinds) AS k (kind)
  WHERE h.distance IS NOT NULL
  ORDER BY k.kind, h.distance, cardinality(h.kinds), h.days DESC, h.id
$$;

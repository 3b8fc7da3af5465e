-- A mail group is a mailbox that nobody logs in to: its address lies among all others, what was sent to it lies in its inbox.
ALTER TABLE accounts DROP CONSTRAINT accounts_kind_check;
ALTER TABLE accounts ADD CONSTRAINT accounts_kind_check CHECK (kind IN ('personal', 'public', 'group'));

CREATE TABLE mail_groups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL UNIQUE REFERENCES accounts ON DELETE CASCADE,
  organisation_id bigint NOT NULL REFERENCES organisations,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  senders text NOT NULL DEFAULT 'organisation' CHECK (senders IN ('anyone', 'organisation', 'members', 'authorised')),
  moderated boolean NOT NULL DEFAULT false,
  reply_to text NOT NULL DEFAULT 'author' CHECK (reply_to IN ('author', 'group')),
  subject_prefix text NOT NULL DEFAULT '',
  archive boolean NOT NULL DEFAULT false,
  -- Who is a member by what the directory says of them; null: nobody.
  rule jsonb,
  -- Whom mail to it reaches, as it was last counted: departments and rules move by themselves.
  member_count int NOT NULL DEFAULT 0,
  counted_at timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX mail_groups_of_organisation ON mail_groups (organisation_id, name, id);

-- Exactly one of the four: a mailbox of ours, a department with all below it, another group, an address outside.
CREATE TABLE mail_group_members (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id bigint NOT NULL REFERENCES mail_groups ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('member', 'manager', 'authorised')),
  account_id bigint REFERENCES accounts ON DELETE CASCADE,
  department_id bigint REFERENCES departments ON DELETE CASCADE,
  child_id bigint REFERENCES mail_groups ON DELETE CASCADE,
  address text CHECK (address = lower(address)),
  name text NOT NULL DEFAULT '',
  CHECK (num_nonnulls(account_id, department_id, child_id, address) = 1),
  CHECK (type <> 'manager' OR account_id IS NOT NULL),
  CHECK (child_id <> group_id)
);
CREATE UNIQUE INDEX mail_group_member_mailboxes ON mail_group_members (group_id, account_id, type) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX mail_group_member_departments ON mail_group_members (group_id, department_id, type) WHERE department_id IS NOT NULL;
CREATE UNIQUE INDEX mail_group_member_groups ON mail_group_members (group_id, child_id, type) WHERE child_id IS NOT NULL;
CREATE UNIQUE INDEX mail_group_member_addresses ON mail_group_members (group_id, address, type) WHERE address IS NOT NULL;
CREATE INDEX mail_groups_of_mailbox ON mail_group_members (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX mail_groups_of_department ON mail_group_members (department_id) WHERE department_id IS NOT NULL;
CREATE INDEX mail_groups_of_child ON mail_group_members (child_id) WHERE child_id IS NOT NULL;
CREATE INDEX mail_groups_of_address ON mail_group_members (address) WHERE address IS NOT NULL;

-- A mail to a group, and how far it has been passed on: to mailboxes in the order of their ids, then to addresses outside.
CREATE TABLE mail_group_posts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id bigint NOT NULL REFERENCES mail_groups ON DELETE CASCADE,
  message_id bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'refused')),
  -- The same for every group that one mail is addressed to.
  mail_key bytea NOT NULL,
  -- The mail of ours that it came by; null: it came from outside.
  submission_id bigint,
  -- Who got it without the group.
  envelope text[] NOT NULL DEFAULT '{}',
  author text NOT NULL,
  foreign_mail boolean NOT NULL,
  authentication jsonb,
  subject text NOT NULL DEFAULT '',
  inside_blob bytea,
  inside_size int NOT NULL DEFAULT 0,
  outside_blob bytea,
  outside_size int NOT NULL DEFAULT 0,
  from_rewritten boolean NOT NULL DEFAULT false,
  after_account bigint NOT NULL DEFAULT 0,
  after_address text NOT NULL DEFAULT '',
  recipients int NOT NULL DEFAULT 0,
  decided_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3)
);
CREATE INDEX mail_group_posts_of_group ON mail_group_posts (group_id, id);
CREATE INDEX mail_group_posts_unfinished ON mail_group_posts (id) WHERE state = 'sending';
CREATE INDEX mail_group_posts_by_time ON mail_group_posts (created_at);

-- Who got a mail by any group: nobody gets it twice.
CREATE TABLE mail_group_deliveries (
  mail_key bytea NOT NULL,
  address text NOT NULL,
  post_id bigint NOT NULL REFERENCES mail_group_posts ON DELETE CASCADE,
  PRIMARY KEY (mail_key, address)
);
CREATE INDEX mail_group_deliveries_of_post ON mail_group_deliveries (post_id);

-- Whether a person is what a rule asks for: {"match": "all" | "any", "conditions": [{"field", "op", "value"}]}.
CREATE FUNCTION mail_group_rule_matches(rule jsonb, name text, address text, duties text, department text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(CASE WHEN rule ->> 'match' = 'any' THEN bool_or(hit) ELSE bool_and(hit) END, false) FROM (
    SELECT CASE said.op
        WHEN 'is' THEN said.held = said.wanted
        WHEN 'is-not' THEN said.held <> said.wanted
        WHEN 'contains' THEN position(said.wanted IN said.held) > 0
        ELSE starts_with(said.held, said.wanted) END AS hit
    FROM jsonb_array_elements(rule -> 'conditions') AS c,
      LATERAL (SELECT c ->> 'op' AS op, lower(c ->> 'value') AS wanted,
        lower(coalesce(CASE c ->> 'field' WHEN 'name' THEN name WHEN 'address' THEN address WHEN 'duties' THEN duties
          ELSE department END, '')) AS held) AS said) AS hits
$$;

-- What is known of who wrote a mail that is passed on goes with it: a copy in one of our mailboxes would else seem to be ours.
ALTER TABLE submissions ADD COLUMN authentication jsonb;
CREATE INDEX mail_group_posts_of_decider ON mail_group_posts (decided_by) WHERE decided_by IS NOT NULL;

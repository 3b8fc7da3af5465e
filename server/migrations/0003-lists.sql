-- Lists: an index for each order and filter a list may have, ranks, correspondence, conversations, actions on whole folders.

-- Where a message lay before it went to the recycle bin or to spam: restoring brings it back there.
ALTER TABLE messages ADD COLUMN origin_folder_id bigint;

-- Unread and read mail of a folder in one index; rare marks in small ones.
CREATE INDEX messages_by_seen ON messages (account_id, folder_id, seen, received_at, id);
CREATE INDEX messages_starred ON messages (account_id, folder_id, received_at, id) WHERE starred;
CREATE INDEX messages_with_files ON messages (account_id, folder_id, received_at, id) WHERE has_attachment;
CREATE INDEX messages_colored ON messages (account_id, folder_id, received_at, id) WHERE color <> 0;

-- Names and subjects in the order of pinyin, newest first within one; 60 characters are enough to order by.
CREATE INDEX messages_by_sender ON messages (account_id, folder_id,
  (lower(left(CASE WHEN from_name = '' THEN from_address ELSE from_name END, 60)) COLLATE "zh-x-icu"), received_at DESC, id DESC);
CREATE INDEX messages_by_subject ON messages (account_id, folder_id,
  (lower(left(subject, 60)) COLLATE "zh-x-icu"), received_at DESC, id DESC);
CREATE INDEX messages_by_size ON messages (account_id, folder_id, size, received_at, id);

-- Conversations: the newest message of a thread in a folder, and all of a thread.
CREATE INDEX messages_thread ON messages (account_id, thread_id, folder_id, pinned, received_at, id);

-- Correspondence: what a person wrote to us, and what we wrote to that person (all recipients, not only those a list shows).
CREATE INDEX messages_from ON messages (account_id, lower(left(from_address, 320)), received_at, id);
CREATE TABLE sent_to (
  account_id bigint NOT NULL,
  address text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  message_id bigint NOT NULL,
  PRIMARY KEY (account_id, address, received_at, message_id)
);
CREATE INDEX sent_to_of_message ON sent_to (account_id, message_id);
INSERT INTO sent_to (account_id, address, received_at, message_id)
SELECT DISTINCT m.account_id, lower(person ->> 'address'), m.received_at, m.id
FROM messages m JOIN folders f ON f.account_id = m.account_id AND f.id = m.folder_id AND f.role = 'sent',
  jsonb_array_elements(m.recipients -> 'to') person WHERE person ->> 'address' <> '';

-- Messages of a folder by day of arrival (days since 2001, UTC), kept with the folder's counters: the rank of a row without counting rows.
CREATE TABLE folder_days (
  account_id bigint NOT NULL,
  folder_id bigint NOT NULL,
  day int NOT NULL,
  total int NOT NULL,
  PRIMARY KEY (account_id, folder_id, day)
) WITH (fillfactor = 70);
INSERT INTO folder_days (account_id, folder_id, day, total)
SELECT account_id, folder_id, (received_at AT TIME ZONE 'UTC')::date - DATE '2001-01-01', count(*) FROM messages GROUP BY 1, 2, 3;

-- An action on everything in a folder: goes on by UID, so that what arrives meanwhile is left alone, and after a crash where it was.
CREATE TABLE bulk_actions (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  folder_id bigint NOT NULL,
  action text NOT NULL,
  target_folder_id bigint,
  filter text NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'stopped', 'failed')),
  last_uid bigint NOT NULL DEFAULT 0,
  until_uid bigint NOT NULL,
  total int NOT NULL,
  seen_rows int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX bulk_actions_running ON bulk_actions (account_id, folder_id) WHERE state = 'running';
CREATE INDEX bulk_actions_updated ON bulk_actions (updated_at) WHERE state = 'running';

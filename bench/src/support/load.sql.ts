/** Statements of the bulk load. The schema is the product's own: what is put away for the load is there again after it. */

export const helpers = `
  DROP SCHEMA IF EXISTS bench_load CASCADE;
  CREATE SCHEMA bench_load;
  CREATE UNLOGGED TABLE bench_load.spice (no int PRIMARY KEY, tsv tsvector NOT NULL);
  CREATE UNLOGGED TABLE bench_load.plan (account_id bigint PRIMARY KEY, folder_id bigint NOT NULL, n int NOT NULL);`

/** The vacuum comes once, at the end of the load, instead of again and again beside it. */
export const autovacuum = (on: boolean): string =>
  ['messages', 'message_search', 'thread_members', 'changes']
    .map(
      (table) =>
        `ALTER TABLE ${table} ${on ? 'RESET (autovacuum_enabled)' : 'SET (autovacuum_enabled = off)'}`,
    )
    .join(';')

/** The messages that came in through SMTP, numbered from 0. $1: their account. */
export const templates = `
  CREATE UNLOGGED TABLE bench_load.templates AS
  SELECT (row_number() OVER (ORDER BY m.id) - 1)::int AS no, m.*,
    replace(s.tsv::text, '''' || search_scope(m.account_id, m.received_at), '''')::tsvector AS tsv
  FROM messages m JOIN message_search s ON s.account_id = m.account_id AND s.received_at = m.received_at AND s.message_id = m.id
  WHERE m.account_id = (SELECT account_id FROM addresses WHERE address = 'template@bench.test');
  CREATE UNIQUE INDEX ON bench_load.templates (no);
  ANALYZE bench_load.templates;`

export const spice = `
  INSERT INTO bench_load.spice SELECT no, words::tsvector FROM unnest($1::int[], $2::text[]) AS x (no, words)`

/** A copy of the person "template" under another address, with the same password. $1: addresses, $2: sizes. */
export const people = `
  WITH model AS (SELECT * FROM users WHERE account_id = (SELECT account_id FROM addresses WHERE address = 'template@bench.test')),
  wanted AS (SELECT * FROM unnest($1::text[], $2::int[]) AS x (address, n)),
  a AS (
    INSERT INTO accounts (organisation_id, address, display_name, quota_bytes)
    SELECT model.organisation_id, address, address, 1e15::bigint FROM wanted, model RETURNING id, address),
  b AS (INSERT INTO addresses (address, account_id, is_primary) SELECT address, id, true FROM a),
  c AS (
    INSERT INTO users (organisation_id, account_id, name, password_hash)
    SELECT model.organisation_id, a.id, a.address, model.password_hash FROM a, model),
  d AS (
    INSERT INTO folders (account_id, role, name, sort, uid_validity)
    SELECT a.id, f.role, f.name, f.sort, f.uid_validity FROM a, model JOIN folders f ON f.account_id = model.account_id
    UNION ALL
    SELECT a.id, NULL, 'Folder ' || k, 100 + k, 1 FROM a, generate_series(1, 25) k
    RETURNING account_id, id, role)
  INSERT INTO bench_load.plan
  SELECT d.account_id, d.id, wanted.n FROM d JOIN a ON a.id = d.account_id JOIN wanted USING (address) WHERE d.role = 'inbox'`

/**
 * One stretch of time of all mailboxes together, in the order of arrival, as it would have happened. Message k of
 * an account copies template (k * 7919 + account) with a pinch of other words. Planted words: see search.ts; in
 * subjects and among people they stand once more with the mark that the store gives them.
 * $1: stretch, $2: stretches, $3: templates, $4: spices, $5: first id, $6: start of the three years, $7: their seconds.
 */
const stretchWith = (words: string): string => `
  WITH due AS (
    SELECT p.account_id, p.folder_id, p.n, k,
      date_trunc('milliseconds', $6::timestamptz + make_interval(secs => $7::float8 * (k + ((k * 37) % 100) / 111.0) / p.n)) AS at
    FROM bench_load.plan p
    CROSS JOIN LATERAL generate_series((p.n::bigint * $1 / $2)::int, (p.n::bigint * ($1 + 1) / $2)::int - 1) k),
  numbered AS MATERIALIZED (
    SELECT due.*, $5::bigint + row_number() OVER (ORDER BY at, account_id) AS id,
      ((k::bigint * 7919 + account_id) % $3)::int AS template, ((k::bigint * 104729 + account_id * 31) % $4)::int AS spice
    FROM due),
  ${words}new_messages AS (
    INSERT INTO messages (account_id, id, folder_id, uid, modseq, thread_id, received_at, sent_at, size, seen, starred,
      has_attachment, blob, subject, from_name, from_address, recipients, preview, message_id, authentication)
    SELECT d.account_id, d.id, d.folder_id, k + 1, k + 2, d.id - (k % 3), at, at, t.size, (k * 31) % 100 >= 15, k % 33 = 0,
      t.has_attachment, t.blob, t.subject, t.from_name, t.from_address, t.recipients, t.preview,
      '<' || d.id || '@bench.example>', t.authentication
    FROM numbered d JOIN bench_load.templates t ON t.no = d.template),
  new_threads AS (
    INSERT INTO thread_members (account_id, key, thread_id)
    SELECT account_id, hashint8extended(id, 7), id FROM numbered ON CONFLICT DO NOTHING)
  INSERT INTO changes (account_id, modseq, kind, message_ids, detail, at)
  SELECT account_id, k + 2, 'added', ARRAY[id], '{}', at FROM numbered`

const wordsOfStretch = `made AS (
    SELECT d.*, t.tsv || s.tsv
        || CASE WHEN k % greatest(1, n / 20) = greatest(1, n / 20) / 3
          THEN '''quixotry'':1C ''麒麟'':3C ''麟阁'':4C ''zephyrine'':6A ''Szephyrine'':6A ''鲲鹏'':8A ''S鲲鹏'':8A ''quillfeather'':10B
            ''Oquillfeather'':10B ''令狐'':12B ''O令狐'':12B'::tsvector ELSE '' END
        || CASE WHEN k < n / 5 AND k % 100 = 0 THEN '''telegraphy'':1C'::tsvector ELSE '' END
        || CASE WHEN k < n / 5 AND k % 10 < 6 THEN '''oldproject'':1C ''青鸾'':3A'::tsvector ELSE '' END AS words
    FROM numbered d
    JOIN bench_load.templates t ON t.no = d.template
    JOIN bench_load.spice s ON s.no = d.spice),
  new_words AS (
    INSERT INTO message_search (account_id, received_at, message_id, settled, tsv) SELECT account_id, at, id, true, substr(replace(' ' || words::text, ' ''', ' ''' || search_scope(account_id, at)), 2)::tsvector FROM made),
  `

export const stretch = stretchWith(wordsOfStretch)

/** The same without what a search needs. */
export const rowsOfStretch = stretchWith('')

/** Those of rows that no promise of the schema rests on. */
export const indexes = `
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
  WHERE indrelid = ANY('{messages,thread_members,changes}'::regclass[]) AND NOT indisprimary
    AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = indexrelid)`

/** Counters as the store would have kept them. $1: an id above all. */
export const settle = `
  UPDATE folders f SET total = c.total, unread = c.unread, bytes = c.bytes, uid_next = c.total + 1, modseq = c.total + 1
  FROM (SELECT account_id, folder_id, count(*) AS total, count(*) FILTER (WHERE NOT seen) AS unread, sum(size) AS bytes
    FROM messages GROUP BY account_id, folder_id) c
  WHERE f.account_id = c.account_id AND f.id = c.folder_id AND f.account_id IN (SELECT account_id FROM bench_load.plan);
  UPDATE accounts a SET used_bytes = c.bytes, modseq = c.total + 1
  FROM (SELECT account_id, sum(bytes) AS bytes, sum(total) AS total FROM folders GROUP BY account_id) c
  WHERE a.id = c.account_id AND a.id IN (SELECT account_id FROM bench_load.plan);
  UPDATE blobs b SET refs = c.refs FROM (SELECT blob, count(*) AS refs FROM messages GROUP BY blob) c WHERE b.hash = c.blob;
  INSERT INTO folder_days (account_id, folder_id, day, total)
  SELECT account_id, folder_id, (received_at AT TIME ZONE 'UTC')::date - DATE '2001-01-01' AS day, count(*) FROM messages
  WHERE account_id IN (SELECT account_id FROM bench_load.plan) GROUP BY 1, 2, 3;
  SELECT setval('message_ids', (SELECT max(id) + 1000 FROM messages));
  DROP SCHEMA bench_load CASCADE`

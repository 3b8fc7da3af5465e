-- Somebody who was deleted: the rows stay for what refers to them, with nothing in them.
ALTER TABLE users ADD COLUMN deleted_at timestamptz(3);

-- A person who is being deleted: the mail goes to the heir first, and nothing is erased before all of it is there.
CREATE TABLE console_deletions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  account_id bigint NOT NULL UNIQUE REFERENCES accounts,
  heir_id bigint REFERENCES accounts,
  addresses_to text NOT NULL CHECK (addresses_to IN ('heir', 'nobody')),
  state text NOT NULL DEFAULT 'handing' CHECK (state IN ('handing', 'full', 'erasing', 'done', 'stopped')),
  -- The addresses that the heir was given meanwhile.
  addresses text[] NOT NULL DEFAULT '{}',
  -- Folders of the heir by those of the person, and that above them under 'root'.
  folders jsonb NOT NULL DEFAULT '{}',
  total int NOT NULL DEFAULT 0,
  handed int NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  done_at timestamptz(3)
);

-- Messages whose copy the heir has: written in the transaction that stores the copy.
CREATE TABLE console_handed (
  deletion_id bigint NOT NULL REFERENCES console_deletions ON DELETE CASCADE,
  message_id bigint NOT NULL,
  PRIMARY KEY (deletion_id, message_id)
);

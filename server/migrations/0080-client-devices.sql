-- Mail programs that came in with a code: what each is recognised by, when it was last in, and whether its owner lets it in.
CREATE TABLE client_devices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- A hash of what the program says of itself, or of its protocol and network.
  mark bytea NOT NULL,
  name text NOT NULL,
  protocols text[] NOT NULL,
  ip text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Cut off once: its next login takes it away.
  cut_at timestamptz(3),
  is_unbound boolean NOT NULL DEFAULT false,
  -- Counts how often it was cut off: a login of an earlier one has ended.
  epoch integer NOT NULL DEFAULT 0,
  UNIQUE (account_id, mark)
);

-- Other systems of the organisation that send people here by a signed ticket, and are sent them: each has a sealed secret.
CREATE TABLE ticket_clients (
  name text PRIMARY KEY,
  secret bytea NOT NULL,
  -- Where people are sent to; NULL: only they send people here.
  url text,
  made_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Tickets that were used, until they are too old anyhow.
CREATE TABLE used_tickets (
  hash bytea PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);

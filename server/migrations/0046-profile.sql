-- Whom a person wrote to without wanting them offered again: known, and found by no key.
ALTER TABLE correspondents ADD COLUMN offered boolean NOT NULL DEFAULT true;
-- The name that stands in From in place of the person's own; '' for none.
ALTER TABLE users ADD COLUMN nickname text NOT NULL DEFAULT '';
-- Further addresses that people gave themselves, and may take away again; others are the administrator's.
ALTER TABLE addresses ADD COLUMN own boolean NOT NULL DEFAULT false;
-- Aliases that were taken away. Mail to them was meant for their owner: nobody else may ever have them.
CREATE TABLE former_addresses (
  address text PRIMARY KEY CHECK (address = lower(address)),
  account_id bigint NOT NULL REFERENCES accounts,
  removed_at timestamptz(3) NOT NULL DEFAULT now()
);

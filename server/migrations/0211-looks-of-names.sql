-- A name is found by the order of its words too, and by letters that were not compared before: everybody's keys are made anew.
UPDATE users SET keyed_as = '{}';

-- What the part of an address before its @ looks like, in whichever domain: two that a reader takes for the same have one look.
CREATE FUNCTION address_look(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(replace(replace(replace(
    translate(lower(regexp_replace(address, '@[^@]*$', '')), '0135._-', 'oles'), 'rn', 'm'), 'vv', 'w'), 'cl', 'd'), 'i', 'l')
$$;
ALTER TABLE addresses ADD COLUMN look text GENERATED ALWAYS AS (address_look(address)) STORED;
CREATE INDEX addresses_of_look ON addresses (look);

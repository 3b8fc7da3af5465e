-- Programs that keep people by SCIM 2.0 (RFC 7643, 7644): each has a token, of which only the hash is kept.
CREATE TABLE scim_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  name text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE INDEX scim_tokens_of_organisation ON scim_tokens (organisation_id, id);

-- What such programs call people and departments, and what they said of them that is kept nowhere else.
CREATE TABLE scim_people (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  external_id text NOT NULL DEFAULT '',
  given_name text NOT NULL DEFAULT '',
  family_name text NOT NULL DEFAULT '',
  -- Deleted there: disabled here, and for such programs not there.
  removed boolean NOT NULL DEFAULT false,
  changed_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX scim_people_by_external ON scim_people (external_id) WHERE external_id <> '';

CREATE TABLE scim_groups (
  department_id bigint PRIMARY KEY REFERENCES departments ON DELETE CASCADE,
  external_id text NOT NULL DEFAULT ''
);

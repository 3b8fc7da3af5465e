-- Who is a member by a rule, reckoned when a rule or what the directory says of a person changes, not at each question: a
-- thousand rules over twenty thousand people are twenty million comparisons, a minute of a processor each time.
CREATE TABLE mail_group_rule_members (
  group_id bigint NOT NULL REFERENCES mail_groups ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  PRIMARY KEY (group_id, account_id)
);
CREATE INDEX mail_group_rules_of_mailbox ON mail_group_rule_members (account_id);
-- Only groups with a rule are gone through when a person changes.
CREATE INDEX mail_groups_with_rule ON mail_groups (organisation_id) WHERE rule IS NOT NULL;

-- What the directory says of people, as rules ask for it.
CREATE VIEW mail_group_rule_people AS
  SELECT u.account_id, a.organisation_id, lower(u.name) AS name, lower(a.address) AS address, lower(u.duties) AS duties,
    lower(coalesce(d.name, '')) AS department
  FROM users u JOIN accounts a ON a.id = u.account_id LEFT JOIN departments d ON d.id = u.department_id
  WHERE u.deleted_at IS NULL;
CREATE VIEW mail_group_rule_conditions AS
  SELECT g.id AS group_id, g.organisation_id, g.rule ->> 'match' = 'any' AS one_is_enough,
    c ->> 'field' AS field, c ->> 'op' AS op, lower(c ->> 'value') AS wanted
  FROM mail_groups g, jsonb_array_elements(g.rule -> 'conditions') AS c WHERE g.rule IS NOT NULL;

-- An expression, not a query: it is put into the statement that asks, and costs no call.
CREATE FUNCTION mail_group_condition_holds(op text, wanted text, held text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE op WHEN 'is' THEN held = wanted WHEN 'is-not' THEN held <> wanted
  WHEN 'contains' THEN position(wanted IN held) > 0 ELSE starts_with(held, wanted) END;
DROP FUNCTION mail_group_rule_matches;

CREATE FUNCTION mail_group_reckon_rule(which bigint) RETURNS void LANGUAGE sql AS $$
  DELETE FROM mail_group_rule_members WHERE group_id = which;
  INSERT INTO mail_group_rule_members (group_id, account_id)
    WITH c AS MATERIALIZED (SELECT * FROM mail_group_rule_conditions WHERE group_id = which)
    SELECT c.group_id, p.account_id FROM c JOIN mail_group_rule_people p ON p.organisation_id = c.organisation_id,
      LATERAL (SELECT mail_group_condition_holds(c.op, c.wanted, CASE c.field WHEN 'name' THEN p.name
        WHEN 'address' THEN p.address WHEN 'duties' THEN p.duties ELSE p.department END) AS hit) AS h
    GROUP BY 1, 2 HAVING CASE WHEN bool_or(c.one_is_enough) THEN bool_or(hit) ELSE bool_and(hit) END
$$;
CREATE FUNCTION mail_group_reckon_people(which bigint[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM mail_group_rule_members WHERE account_id = ANY (which);
  INSERT INTO mail_group_rule_members (group_id, account_id)
    WITH p AS MATERIALIZED (SELECT * FROM mail_group_rule_people WHERE account_id = ANY (which))
    SELECT c.group_id, p.account_id FROM p JOIN mail_group_rule_conditions c ON c.organisation_id = p.organisation_id,
      LATERAL (SELECT mail_group_condition_holds(c.op, c.wanted, CASE c.field WHEN 'name' THEN p.name
        WHEN 'address' THEN p.address WHEN 'duties' THEN p.duties ELSE p.department END) AS hit) AS h
    GROUP BY 1, 2 HAVING CASE WHEN bool_or(c.one_is_enough) THEN bool_or(hit) ELSE bool_and(hit) END
$$;

-- People change beside each other; a rule changes alone, before any row is locked: else a rule that is being saved and a
-- person who is being moved would not see each other.
CREATE FUNCTION mail_group_people_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7304);
  RETURN NULL;
END $$;
CREATE FUNCTION mail_group_rules_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7304);
  RETURN NULL;
END $$;
CREATE TRIGGER members_by_rule_wait BEFORE INSERT OR UPDATE OF name, duties, department_id, deleted_at ON users
  FOR EACH STATEMENT EXECUTE FUNCTION mail_group_people_change();
CREATE TRIGGER members_by_rule_wait BEFORE UPDATE OF address ON accounts
  FOR EACH STATEMENT EXECUTE FUNCTION mail_group_people_change();
CREATE TRIGGER members_by_rule_wait BEFORE UPDATE OF name ON departments
  FOR EACH STATEMENT EXECUTE FUNCTION mail_group_people_change();
CREATE TRIGGER members_by_rule_wait BEFORE INSERT OR UPDATE OF rule ON mail_groups
  FOR EACH STATEMENT EXECUTE FUNCTION mail_group_rules_change();

CREATE FUNCTION mail_group_users_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM mail_groups WHERE rule IS NOT NULL) THEN
    PERFORM mail_group_reckon_people(ARRAY(SELECT account_id FROM came));
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION mail_group_user_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mail_group_reckon_people(ARRAY[NEW.account_id]);
  RETURN NULL;
END $$;
CREATE FUNCTION mail_group_address_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mail_group_reckon_people(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE FUNCTION mail_group_department_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mail_group_reckon_people(ARRAY(SELECT account_id FROM users WHERE department_id = NEW.id));
  RETURN NULL;
END $$;
CREATE FUNCTION mail_group_rule_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mail_group_reckon_rule(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER members_by_rule_new AFTER INSERT ON users REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION mail_group_users_came();
CREATE TRIGGER members_by_rule AFTER UPDATE OF name, duties, department_id, deleted_at ON users FOR EACH ROW
  WHEN ((OLD.name, OLD.duties, OLD.department_id, OLD.deleted_at)
    IS DISTINCT FROM (NEW.name, NEW.duties, NEW.department_id, NEW.deleted_at))
  EXECUTE FUNCTION mail_group_user_changed();
CREATE TRIGGER members_by_rule AFTER UPDATE OF address ON accounts FOR EACH ROW
  WHEN (OLD.address IS DISTINCT FROM NEW.address) EXECUTE FUNCTION mail_group_address_changed();
CREATE TRIGGER members_by_rule AFTER UPDATE OF name ON departments FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION mail_group_department_changed();
CREATE TRIGGER members_by_rule_new AFTER INSERT ON mail_groups FOR EACH ROW
  WHEN (NEW.rule IS NOT NULL) EXECUTE FUNCTION mail_group_rule_changed();
CREATE TRIGGER members_by_rule AFTER UPDATE OF rule ON mail_groups FOR EACH ROW
  WHEN (OLD.rule IS DISTINCT FROM NEW.rule) EXECUTE FUNCTION mail_group_rule_changed();

SELECT mail_group_reckon_rule(id) FROM mail_groups WHERE rule IS NOT NULL;

-- A page of people, a search among them and their number are answered by these alone, in the order in which they are shown.
DROP INDEX users_by_name;
CREATE INDEX users_pages ON users (organisation_id, name, account_id) INCLUDE (department_id, disabled_at, is_admin)
  WHERE deleted_at IS NULL;
CREATE INDEX accounts_not_personal ON accounts (id) WHERE kind <> 'personal';

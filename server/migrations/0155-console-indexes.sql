-- Pages of people in the order of their names, and who is in a department, at ten thousand people.
CREATE INDEX users_by_name ON users (organisation_id, name, account_id) WHERE deleted_at IS NULL;
CREATE INDEX users_of_department ON users (department_id) WHERE department_id IS NOT NULL;

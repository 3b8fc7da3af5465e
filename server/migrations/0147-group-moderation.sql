-- Mail to a moderated group waits for one of its managers; what a group keeps is read by its members.
CREATE INDEX mail_group_posts_waiting ON mail_group_posts (group_id, id) WHERE state = 'waiting';
-- Why a manager did not let it go, as its author is told.
ALTER TABLE mail_group_posts ADD COLUMN reason text NOT NULL DEFAULT '';

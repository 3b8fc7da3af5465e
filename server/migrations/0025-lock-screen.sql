-- The lock screen: its password (null: none), whether it is in use, and after how many minutes it comes by itself (0: never).
ALTER TABLE users ADD COLUMN lock_hash text;
ALTER TABLE users ADD COLUMN lock_on boolean NOT NULL DEFAULT true;
ALTER TABLE users ADD COLUMN lock_minutes smallint NOT NULL DEFAULT 10;
-- The screen of this login was locked at this time; and when a person last did something in it.
ALTER TABLE sessions ADD COLUMN locked_at timestamptz(3);
ALTER TABLE sessions ADD COLUMN last_used_at timestamptz(3) NOT NULL DEFAULT now();

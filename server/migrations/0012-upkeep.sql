-- The feed is swept: rows up to this position may be gone, and a browser that stands before it loads everything again.
ALTER TABLE accounts ADD COLUMN feed_floor bigint NOT NULL DEFAULT 0;

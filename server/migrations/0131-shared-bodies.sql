-- A content that is a head of its own before a body that others have too (blob-format.ts): its row names the body, whose use it
-- counts as one for as long as the row is there.
ALTER TABLE blobs ADD COLUMN body bytea;
CREATE INDEX blobs_body ON blobs (body) WHERE body IS NOT NULL;

CREATE FUNCTION blob_body_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE blobs SET refs = refs - 1, released_at = CASE WHEN refs <= 1 THEN now() END WHERE hash = OLD.body;
  ELSE
    UPDATE blobs SET refs = refs + 1, released_at = NULL WHERE hash = NEW.body;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER blob_body_named AFTER INSERT ON blobs FOR EACH ROW WHEN (NEW.body IS NOT NULL) EXECUTE FUNCTION blob_body_used();
CREATE TRIGGER blob_body_known AFTER UPDATE OF body ON blobs FOR EACH ROW
  WHEN (OLD.body IS NULL AND NEW.body IS NOT NULL) EXECUTE FUNCTION blob_body_used();
CREATE TRIGGER blob_body_forgotten AFTER DELETE ON blobs FOR EACH ROW WHEN (OLD.body IS NOT NULL) EXECUTE FUNCTION blob_body_used();

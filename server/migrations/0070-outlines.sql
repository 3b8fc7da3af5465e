-- What FETCH tells of a message without its bytes: ENVELOPE, BODYSTRUCTURE and where its parts lie (RFC 9051 §7.5.2), as the
-- parser found it, in its JSON. Of the content, so that all copies share it; made when it is first asked for.
CREATE TABLE message_outlines (
  blob bytea PRIMARY KEY REFERENCES blobs ON DELETE CASCADE,
  -- Which parser made it: another one makes it anew.
  version smallint NOT NULL,
  outline json NOT NULL
);

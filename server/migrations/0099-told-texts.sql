-- What FETCH tells most often, as it goes over the line (RFC 9051 §7.5.2): to make it of the outline each time took most of the time of
-- such a command. NULL where it is too long to be kept. Rows of the version before have none, and are made anew when they are asked for.
ALTER TABLE message_outlines ADD COLUMN envelope text;
ALTER TABLE message_outlines ADD COLUMN structure text;
-- Header fields in their order: [[name, text or null]].
ALTER TABLE message_outlines ADD COLUMN fields json;

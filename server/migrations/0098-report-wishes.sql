-- Which reports the sender of a mail wants (RFC 3461): RET and ENVID of the mail, NOTIFY and ORCPT of each recipient.
ALTER TABLE submissions ADD COLUMN report_ret text, ADD COLUMN report_envid text;
ALTER TABLE submission_recipients ADD COLUMN notify text, ADD COLUMN orcpt text;

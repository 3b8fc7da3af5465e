-- What SORT orders by is something else where the first of the recipients is a group (RFC 5256 §3, RFC 5957): read anew when it is next asked for.
TRUNCATE message_headers;

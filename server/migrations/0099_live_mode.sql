-- What buyers read on the statements of their cards.
alter table merchants add column statement_name text check (statement_name ~ '^[A-Za-z0-9 .&-]{5,22}$');

-- The entries that name an email address, which an erased account takes along.
create index audit_entries_email on audit_entries ((details ->> 'email')) where details ->> 'email' is not null;

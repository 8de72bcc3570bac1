-- The language that a user chose for pages and emails; null: the one that their browser asks for.
alter table users add column language text;

-- The live orders and ledger entries of deleted organizations, without personal data. The organization does not exist any more.
create table archived_books (
  organization_id uuid not null,
  kind text not null check (kind in ('order', 'entry')),
  id uuid not null,
  content jsonb not null,
  archived_at timestamptz(3) not null,
  primary key (organization_id, kind, id)
);
create trigger archived_books_append_only before update or delete on archived_books for each row execute function refuse_change();
create trigger archived_books_no_truncate before truncate on archived_books for each statement execute function refuse_change();

-- Files of usage events that merchants import, how far each import has come, and the lines that it refused.
create table event_imports (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  file_name text not null,
  size bigint not null check (size > 0),
  status text not null check (status in ('uploading', 'pending', 'running', 'completed', 'failed', 'cancelled')),
  -- Why it failed, for readers.
  failure text,
  upload_id text not null,
  -- The names of the columns of the file, and what separates them; null until it is uploaded.
  header jsonb,
  separator text,
  -- The bytes that are read: the next line begins there, and has this number.
  position bigint not null,
  next_line integer not null,
  lines_total integer,
  lines_read integer not null,
  inserted integer not null,
  duplicates integer not null,
  refused integer not null,
  -- The refused lines that are stored, and the characters of their cells.
  reported integer not null,
  reported_characters integer not null,
  ended_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id)
);
create index event_imports_created on event_imports (organization_id, created_at desc, id desc);
create index event_imports_unfinished on event_imports (created_at) where ended_at is null;
create index event_imports_ended on event_imports (ended_at) where ended_at is not null;

create table event_import_refusals (
  organization_id uuid not null,
  import_id uuid not null,
  -- Where it begins in the file, from 1.
  line integer not null,
  -- Null where the whole line is at fault.
  field text,
  reason text not null,
  cells jsonb not null,
  primary key (organization_id, import_id, line),
  foreign key (organization_id, import_id) references event_imports (organization_id, id) on delete cascade
);

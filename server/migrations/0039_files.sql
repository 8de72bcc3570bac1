-- Uploaded files. Their bytes are in the store of files, at a path of their ids; `upload_parts` are the declared parts of the upload.

create table files (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  service text not null check (service in ('downloadable', 'product_media', 'organization_avatar')),
  name text not null,
  mime_type text not null,
  size bigint not null check (size > 0),
  version text,
  checksum_etag text,
  checksum_sha256 text,
  is_uploaded boolean not null,
  upload_id text not null,
  upload_parts jsonb not null,
  last_modified_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id)
);
create index files_created on files (organization_id, created_at desc, id desc);
create index files_unfinished on files (created_at) where not is_uploaded;
create index files_stored on files (organization_id) include (size);

-- The pictures of products, in their order.
create table product_medias (
  organization_id uuid not null,
  product_id uuid not null,
  position integer not null check (position >= 0),
  file_id uuid not null,
  primary key (organization_id, product_id, position),
  foreign key (organization_id, product_id) references products (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade
);
create index product_medias_file on product_medias (organization_id, file_id);

-- Returns the bytes of a new file if the owner's files hold no more than the maximum with them, and fails otherwise (GH003). Uploads of
-- one owner wait for each other, so that concurrent ones cannot exceed it.
create function within_file_storage(owner uuid, added bigint, maximum bigint) returns bigint language plpgsql volatile as $$
declare
  present bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('file storage ' || owner::text, 0));
  select coalesce(sum(files.size), 0) into present from files where files.organization_id = owner;
  if present + added > maximum then raise exception 'the storage of an owner is full' using errcode = 'GH003'; end if;
  return added;
end $$;

-- Pictures of users and organizations: files that the server serves, by the digest of their content. A picture that nothing refers to
-- is deleted.

create table pictures (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  type text not null check (type in ('png', 'jpg', 'webp', 'gif')),
  bytes bytea not null check (length(bytes) between 1 and 262144),
  -- When it was last uploaded.
  stored_at timestamptz(3) not null
);
create index pictures_stored on pictures (stored_at);

-- By these the clean-up finds what refers to a picture; a hash index holds values of any length.
create index users_image on users using hash (image) where image is not null;
create index organizations_logo on organizations using hash (logo) where logo is not null;

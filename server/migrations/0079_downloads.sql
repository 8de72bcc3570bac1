-- The files that customers may download, by their grants, and how often they have.

-- A file of a grant. Whether the benefit still offers it is read from the benefit, so that archiving a file works at once in every grant.
create table downloadables (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  benefit_id uuid not null,
  -- The grant of the benefit to the customer.
  grant_id uuid not null,
  file_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  unique (organization_id, grant_id, file_id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, benefit_id) references benefits (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade
);
create index downloadables_customer on downloadables (organization_id, customer_id, created_at desc, id desc);
create index downloadables_benefit on downloadables (organization_id, benefit_id);
create index downloadables_file on downloadables (organization_id, file_id);
-- A signed link names the customer and the file alone.
create index downloadables_link on downloadables (customer_id, file_id);

-- How often a customer has downloaded a file: also after the grant ended.
create table download_counts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  file_id uuid not null,
  downloads integer not null check (downloads > 0),
  first_downloaded_at timestamptz(3) not null,
  last_downloaded_at timestamptz(3) not null,
  primary key (organization_id, id),
  unique (organization_id, customer_id, file_id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade
);
create index download_counts_newest on download_counts (organization_id, last_downloaded_at desc, id desc);
create index download_counts_file on download_counts (organization_id, file_id);

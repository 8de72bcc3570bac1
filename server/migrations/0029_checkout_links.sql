-- Links that merchants publish: each buyer who follows one gets a checkout of their own.

create table checkout_links (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  -- Part of a URL that is published: it opens checkouts and reads nothing.
  client_secret text not null,
  label text,
  success_url text,
  allow_discount_codes boolean not null,
  require_billing_address boolean not null,
  -- Products are archived, never deleted.
  product_ids uuid[] not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id)
);
create index checkout_links_created on checkout_links (organization_id, created_at, id);
-- Not unique, because unique indexes lead with the organization and a buyer does not name it: 220 random bits need no guard.
create index checkout_links_client_secret on checkout_links (client_secret);

-- Fields that merchants add to the form of checkouts, and the products that have them.

create table custom_fields (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  type text not null check (type in ('text', 'number', 'date', 'checkbox', 'select')),
  slug text not null check (slug <> ''),
  name text not null,
  properties jsonb not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  constraint custom_fields_slug_key unique (organization_id, slug)
);

create table product_custom_fields (
  organization_id uuid not null,
  product_id uuid not null,
  position integer not null check (position >= 0),
  custom_field_id uuid not null,
  is_required boolean not null,
  primary key (organization_id, product_id, position),
  foreign key (organization_id, product_id) references products (organization_id, id) on delete cascade,
  foreign key (organization_id, custom_field_id) references custom_fields (organization_id, id) on delete cascade
);
create index product_custom_fields_field on product_custom_fields (organization_id, custom_field_id);

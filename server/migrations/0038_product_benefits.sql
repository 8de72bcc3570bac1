-- The benefits of products, in the order that their merchant chose.

create table product_benefits (
  organization_id uuid not null,
  product_id uuid not null,
  position integer not null check (position >= 0),
  benefit_id uuid not null,
  primary key (organization_id, product_id, position),
  foreign key (organization_id, product_id) references products (organization_id, id) on delete cascade,
  foreign key (organization_id, benefit_id) references benefits (organization_id, id) on delete cascade
);
create index product_benefits_benefit on product_benefits (organization_id, benefit_id, product_id);

-- Which addresses and cards have had a trial of a product, as keyed hashes that outlive the customer (rule R3).
create table trial_uses (
  organization_id uuid not null references organizations (id) on delete cascade,
  mark text not null,
  product_id uuid not null,
  used_at timestamptz(3) not null,
  primary key (organization_id, mark, product_id),
  foreign key (organization_id, product_id) references products (organization_id, id) on delete cascade
);
create index trial_uses_product on trial_uses (organization_id, product_id);

-- The expiry of the card of a charge, `MMYY`; null where its token names none.
alter table sandbox_charges add column card_expiry text check (card_expiry ~ '^\d{4}$');

-- The discount that was chosen last, also while the selected product is not reduced by it.
alter table checkouts
  add column chosen_discount_id uuid,
  add foreign key (organization_id, chosen_discount_id) references discounts (organization_id, id);
create index checkouts_chosen_discount on checkouts (organization_id, chosen_discount_id) where chosen_discount_id is not null;
update checkouts set chosen_discount_id = discount_id where discount_id is not null and status in ('open', 'confirmed');

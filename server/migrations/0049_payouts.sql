-- Platform mode (rule L4): the operator sells for the organizations, keeps a fee of each sale and pays the rest out.
create table platform_terms (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- Null: the setting applies.
  fee_basis_points integer check (fee_basis_points between 0 and 10000),
  fee_fixed integer check (fee_fixed >= 0),
  -- Null: what the organization is owed is held.
  payout_account text check (octet_length(payout_account) between 1 and 1000),
  modified_at timestamptz(3) not null
);

-- Null where the organization sold itself.
alter table orders add column platform_fee_amount bigint check (platform_fee_amount >= 0);

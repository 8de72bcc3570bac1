-- Who an address belongs to: a typed address adopts nothing, and leads to no customer of an external id (rules C13 to C16, decision 80).

-- `is_email_typed`: nobody but a buyer has stated the address, and nobody has verified it. `has_email`: the address leads to this customer;
-- false where a buyer typed it for an external id of the merchant. `is_external_id_doubtful`: taken over from a purchase with a typed address.
alter table customers add column is_email_typed boolean not null default false;
alter table customers add column has_email boolean not null default true;
alter table customers add column is_external_id_doubtful boolean not null default false;
alter table customers add column email_verified_at timestamptz(3);

-- A customer who was made by a purchase has the instant at which its checkout was completed.
update customers set is_email_typed = true
  where not is_email_verified and deleted_at is null and exists (
    select from checkouts where checkouts.organization_id = customers.organization_id and checkouts.customer_id = customers.id
      and checkouts.status = 'succeeded' and checkouts.modified_at = customers.created_at);
update customers set has_email = false
  where is_email_typed and external_id is not null and exists (
    select from checkouts where checkouts.organization_id = customers.organization_id and checkouts.customer_id = customers.id
      and checkouts.status = 'succeeded' and checkouts.modified_at = customers.created_at
      and checkouts.external_customer_id = customers.external_id);
-- Known before without an external id, and a later purchase named the one that they have now. A merchant who has set it in between finds it
-- in the list as well, and confirms it.
update customers set is_external_id_doubtful = true
  where external_id is not null and deleted_at is null
    and exists (
      select from checkouts where checkouts.organization_id = customers.organization_id and checkouts.customer_id = customers.id
        and checkouts.status = 'succeeded' and checkouts.modified_at > customers.created_at
        and checkouts.external_customer_id = customers.external_id)
    and (
      exists (
        select from checkouts where checkouts.organization_id = customers.organization_id and checkouts.customer_id = customers.id
          and checkouts.status = 'succeeded' and checkouts.modified_at = customers.created_at and checkouts.external_customer_id is null)
      or exists (
        select from domain_events where domain_events.organization_id = customers.organization_id
          and domain_events.resource_id = customers.id and domain_events.name = 'customer.created'
          and domain_events.payload ? 'external_id' and domain_events.payload ->> 'external_id' is null));

drop index customers_email;
drop index customers_external_id;
create unique index customers_email on customers (organization_id, email) where deleted_at is null and has_email;
-- After that of the email: where both are taken, the email is still the one that is named.
create unique index customers_external_id on customers (organization_id, external_id) where deleted_at is null;
create index customers_by_email on customers (organization_id, email, id desc) where deleted_at is null;
create index customers_doubtful on customers (organization_id, id) where is_external_id_doubtful and deleted_at is null;

-- The address that the merchant's server stated; the buyer may have typed another one since. `is_address_verified`: the buyer verified it.
alter table checkouts add column stated_email text;
alter table checkouts add column is_address_verified boolean not null default false;

-- Whose verification opened the session: the address to which its code or link was mailed. Null: the merchant's server or a checkout issued it.
alter table customer_sessions add column verified_email text;

-- Saved by a purchase whose buyer had only typed the address of a customer who was known: it pays its own subscription alone.
alter table payment_methods add column is_unproven boolean not null default false;
alter table subscriptions add column is_unproven boolean not null default false;

-- The way back from a change of a customer's address: a link that was mailed to the former one. `token_digest`: of its secret. Server time.
create table customer_email_returns (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  email text not null,
  replaced_by text not null,
  token_digest text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create index customer_email_returns_customer on customer_email_returns (organization_id, customer_id);
create index customer_email_returns_token on customer_email_returns (token_digest);
create index customer_email_returns_expired on customer_email_returns (expires_at);

-- The link that verified the email was opened without a session of the account, perhaps by a scanner of mails (decision 25).
alter table users add column is_verified_unattended boolean not null default false;

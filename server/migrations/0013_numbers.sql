-- Orders have a number that people read out: NW-0215. Each series of an organization counts without gaps and uses no number twice.

-- The lock on a row of this table is the last that a transaction takes, and it is held until the transaction ends.
create table number_series (
  organization_id uuid not null references organizations (id) on delete cascade,
  series text not null,
  -- Chosen with the first number, so that a new slug changes no series.
  prefix text not null,
  last_number bigint not null check (last_number > 0),
  primary key (organization_id, series)
);

-- The initials of the words of a slug, or the beginning of a slug of one word: at most four letters and digits.
create function number_prefix(slug text) returns text language sql immutable as $$
  select case count(*) when 0 then 'X' when 1 then upper(left(min(word), 3)) else upper(left(string_agg(left(word, 1), '' order by at), 4)) end
  from regexp_split_to_table(lower(slug), '[^a-z0-9]+') with ordinality as words (word, at)
  where word <> ''
$$;

create function number_text(prefix text, number bigint) returns text language sql immutable as $$
  select prefix || '-' || lpad(number::text, greatest(length(number::text), 4), '0')
$$;

-- The next number of a series. Numbers of a transaction that is rolled back are given again.
create function next_number(organization uuid, of_series text) returns text language plpgsql as $$
declare
  taken record;
begin
  insert into number_series as known (organization_id, series, prefix, last_number)
    select id, of_series, number_prefix(slug), 1 from organizations where id = organization
    on conflict (organization_id, series) do update set last_number = known.last_number + 1
    returning prefix, last_number into taken;
  return number_text(taken.prefix, taken.last_number);
end $$;

alter table orders add column number text;
with numbered as (
  select organization_id, id, row_number() over (partition by organization_id order by created_at, id) as number from orders
)
update orders set number = number_text(number_prefix(organizations.slug), numbered.number)
  from numbered join organizations on organizations.id = numbered.organization_id
  where orders.organization_id = numbered.organization_id and orders.id = numbered.id;
insert into number_series (organization_id, series, prefix, last_number)
  select organizations.id, 'orders', number_prefix(organizations.slug), count(*)
  from orders join organizations on organizations.id = orders.organization_id group by organizations.id;
alter table orders alter column number set not null;
create unique index orders_number on orders (organization_id, number);

-- For the filters of the lists.
create index orders_status on orders (organization_id, status, created_at desc, id desc);
create index orders_total on orders (organization_id, total_amount);
create index checkouts_total on checkouts (organization_id, total_amount);

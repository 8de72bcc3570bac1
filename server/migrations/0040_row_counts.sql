-- How many rows an organization has in the tables of its lists, for the totals of lists without a filter (decision 42). Each statement adds
-- its change as a row of its own, in its transaction: the sum is exact in every snapshot, and no two writers meet at one row. A job adds
-- the changes up.

create table row_counts (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  counted_table text not null,
  change bigint not null
);
create index row_counts_of on row_counts (organization_id, counted_table) include (change);

-- The rows of an organization that is being deleted are not counted any more: its counts go with it.
create function count_changes(organization uuid, counted_table text, change bigint) returns void language sql as $$
  insert into row_counts (organization_id, counted_table, change)
  select organization, counted_table, change
  where change <> 0 and exists (select from organizations where id = organization)
$$;

-- After a statement that adds rows or deletes them. With the argument `existing` a row with `deleted_at` is not counted.
create function count_rows() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_changes(each.organization_id, tg_table_name, count(*)) from added as each group by each.organization_id;
  elsif tg_argv[0] is null then
    perform count_changes(each.organization_id, tg_table_name, -count(*)) from removed as each group by each.organization_id;
  elsif tg_op = 'DELETE' then
    perform count_changes(each.organization_id, tg_table_name, -count(*)) from removed as each
    where each.deleted_at is null group by each.organization_id;
  else
    perform count_changes(each.organization_id, tg_table_name, sum(each.change)::bigint) from (
      select organization_id, 1 as change from added where deleted_at is null
      union all select organization_id, -1 from removed where deleted_at is null
    ) as each group by each.organization_id;
  end if;
  return null;
end $$;

do $$
declare
  counted text;
begin
  foreach counted in array array['products', 'orders', 'checkouts', 'checkout_links', 'custom_fields', 'meters', 'files'] loop
    execute format('insert into row_counts (organization_id, counted_table, change) select organization_id, %L, count(*) from %I group by 1', counted, counted);
    execute format('create trigger count_added after insert on %I referencing new table as added for each statement execute function count_rows()', counted);
    execute format('create trigger count_removed after delete on %I referencing old table as removed for each statement execute function count_rows()', counted);
  end loop;
  -- Of these a deleted row is kept.
  foreach counted in array array['customers', 'benefits', 'discounts'] loop
    execute format('insert into row_counts (organization_id, counted_table, change) select organization_id, %L, count(*) from %I where deleted_at is null group by 1', counted, counted);
    execute format('create trigger count_added after insert on %I referencing new table as added for each statement execute function count_rows(''existing'')', counted);
    execute format('create trigger count_changed after update on %I referencing old table as removed new table as added for each statement execute function count_rows(''existing'')', counted);
    execute format('create trigger count_removed after delete on %I referencing old table as removed for each statement execute function count_rows(''existing'')', counted);
  end loop;
end $$;

-- The limit on the rows of an organization whose rows are counted (`row_counts`): no row is read. As `within_limit`.
create function within_counted_limit(owner uuid, counted_table text, maximum integer) returns uuid
language plpgsql volatile as $$
declare
  concurrent constant integer := 500;
  present bigint;
begin
  select coalesce(sum(change), 0) into present from row_counts
  where organization_id = owner and row_counts.counted_table = within_counted_limit.counted_table;
  if present > maximum - concurrent and present < maximum then
    perform pg_advisory_xact_lock(hashtextextended(counted_table || owner::text, 0));
    select coalesce(sum(change), 0) into present from row_counts
    where organization_id = owner and row_counts.counted_table = within_counted_limit.counted_table;
  end if;
  if present >= maximum then raise exception 'a limit of % is reached', counted_table using errcode = 'GH002'; end if;
  return owner;
end $$;

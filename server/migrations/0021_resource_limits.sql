-- Returns the owner while fewer of its rows than the maximum meet the condition, and fails otherwise (GH002). An insert calls it for
-- the owner of the new row. Each query of a volatile function sees what was committed before it. Far below the maximum concurrent
-- inserts, of one row each, cannot exceed it; near it they wait for each other. The condition is written in the code, never input.
create function within_limit(owner uuid, counted_table regclass, owned_by text, condition text, maximum integer) returns uuid
language plpgsql volatile as $$
declare
  concurrent constant integer := 500;
  query constant text := format('select count(*) from (select from %s where %I = $1 and %s limit $2) as counted', counted_table, owned_by, condition);
  present bigint;
begin
  execute query into present using owner, maximum;
  if present > maximum - concurrent and present < maximum then
    perform pg_advisory_xact_lock(hashtextextended(counted_table::text || owner::text, 0));
    execute query into present using owner, maximum;
  end if;
  if present >= maximum then raise exception 'a limit of % is reached', counted_table using errcode = 'GH002'; end if;
  return owner;
end $$;

-- By this the open checkouts of an organization are counted.
create index checkouts_open on checkouts (organization_id) where status = 'open';

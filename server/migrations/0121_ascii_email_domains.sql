-- Domains of emails are stored in ASCII form, so that both spellings of one domain are one address.
-- The Punycode of a label that is not ASCII (RFC 3492, section 6.3).
create function pg_temp.ascii_label(label text) returns text language plpgsql as $$
declare
  points int[] := array(select ascii(letter) from regexp_split_to_table(normalize(lower(label), nfkc), '') with ordinality as letters (letter, at) order by at);
  encoded text := coalesce((select string_agg(chr(point), '' order by at) from unnest(points) with ordinality as given (point, at) where point < 128), '');
  basic int := length(encoded);
  handled int := basic;
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  code int := 128;
  delta bigint := 0;
  bias int := 72;
  next_code int;
  point int;
  rest bigint;
  position int;
  threshold int;
begin
  if basic = cardinality(points) then return encoded; end if;
  if basic > 0 then encoded := encoded || '-'; end if;
  while handled < cardinality(points) loop
    select min(given) into next_code from unnest(points) as given where given >= code;
    delta := delta + (next_code - code)::bigint * (handled + 1);
    code := next_code;
    foreach point in array points loop
      if point < code then delta := delta + 1; end if;
      if point = code then
        rest := delta;
        position := 36;
        loop
          threshold := least(greatest(position - bias, 1), 26);
          exit when rest < threshold;
          encoded := encoded || substr(digits, (threshold + (rest - threshold) % (36 - threshold))::int + 1, 1);
          rest := (rest - threshold) / (36 - threshold);
          position := position + 36;
        end loop;
        encoded := encoded || substr(digits, rest::int + 1, 1);
        rest := case when handled = basic then delta / 700 else delta / 2 end;
        rest := rest + rest / (handled + 1);
        bias := 0;
        while rest > 455 loop
          rest := rest / 35;
          bias := bias + 36;
        end loop;
        bias := bias + (36 * rest / (rest + 38))::int;
        delta := 0;
        handled := handled + 1;
      end if;
    end loop;
    delta := delta + 1;
    code := code + 1;
  end loop;
  return 'xn--' || encoded;
end $$;
create function pg_temp.ascii_email(email text) returns text language sql as $$
  select substring(email from '^(.*@)') || string_agg(pg_temp.ascii_label(label), '.' order by at)
  from regexp_split_to_table(substring(email from '[^@]*$'), '\.') with ordinality as labels (label, at)
$$;
-- A customer keeps the older spelling where another one of the merchant has the address: the two are to be looked at by people.
with converted as (
  select organization_id, id, pg_temp.ascii_email(email) as email, row_number() over (
    partition by organization_id, pg_temp.ascii_email(email) order by created_at, id) as place
  from customers where deleted_at is null and email ~ '@.*[^ -~]'
)
update customers set email = converted.email from converted
where customers.organization_id = converted.organization_id and customers.id = converted.id and converted.place = 1
  and not exists (select from customers as other where other.organization_id = converted.organization_id
    and other.email = converted.email and other.deleted_at is null);
update checkouts set customer_email = pg_temp.ascii_email(customer_email) where customer_email ~ '@.*[^ -~]';
update payments set customer_email = pg_temp.ascii_email(customer_email) where customer_email ~ '@.*[^ -~]';
drop function pg_temp.ascii_email(text);
drop function pg_temp.ascii_label(text);

-- Webhook endpoints belong to an organization or to the platform. The platform is no organization: its id has no row there and cannot get one.
alter table organizations add constraint organizations_not_the_platform check (id <> '00000000-0000-8000-8000-000000000000');

create table webhook_owners (
  id uuid primary key,
  organization_id uuid generated always as (nullif(id, '00000000-0000-8000-8000-000000000000'::uuid)) stored unique
    references organizations (id) on delete cascade
);
insert into webhook_owners (id) select id from organizations;
insert into webhook_owners (id) values ('00000000-0000-8000-8000-000000000000');

create function add_webhook_owner() returns trigger language plpgsql as $$
begin
  insert into webhook_owners (id) values (new.id);
  return null;
end $$;
create trigger webhook_owner after insert on organizations for each row execute function add_webhook_owner();

-- In these tables `organization_id` is the owner's id.
alter table webhook_endpoints drop constraint webhook_endpoints_organization_id_fkey,
  add foreign key (organization_id) references webhook_owners (id) on delete cascade;
alter table webhook_payloads drop constraint webhook_payloads_organization_id_fkey,
  add foreign key (organization_id) references webhook_owners (id) on delete cascade;
alter table unrecorded_webhook_events drop constraint unrecorded_webhook_events_organization_id_fkey,
  add foreign key (organization_id) references webhook_owners (id) on delete cascade;

-- Events for the operator are numbered for the platform, also those about an organization.
update domain_events set sequence = null where audience = 'operator' and sequence is not null;
drop index domain_events_organization_sequence;
create unique index domain_events_organization_sequence on domain_events (organization_id, sequence, (audience = 'operator'));
create unique index domain_events_operator_sequence on domain_events (sequence) where audience = 'operator';

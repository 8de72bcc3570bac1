-- The active team of a session is a team of its active organization. Whoever changes the organization clears the team first.
alter table sessions add column active_team_id uuid;
alter table sessions add constraint sessions_active_team_fkey foreign key (active_organization_id, active_team_id)
  references teams (organization_id, id) on delete set null (active_team_id);
create index sessions_active_team on sessions (active_team_id, active_organization_id) where active_team_id is not null;

-- The cached copies of a session end with a change of its active team, too.
drop trigger sessions_notify_change on sessions;
create trigger sessions_notify_change after update on sessions for each row
  when (old.user_id is distinct from new.user_id or old.active_organization_id is distinct from new.active_organization_id
    or old.active_team_id is distinct from new.active_team_id or old.impersonated_by is distinct from new.impersonated_by
    or old.is_remembered is distinct from new.is_remembered or new.expires_at < old.expires_at)
  execute function notify_session_change('session');

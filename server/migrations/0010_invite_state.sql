-- What decides on an invitation, for the rule `invite`. With `locks` it holds the organization first. Each statement of a function
-- sees what was committed before it, so the state is then current and stays so until the transaction ends.
create function invite_state(organization uuid, inviter uuid, address text, team uuid, at timestamptz, locks boolean)
returns jsonb language plpgsql as $$
begin
  if locks then
    perform from organizations where id = organization for no key update;
  end if;
  return (
    with open as (
      select id, email from invitations where organization_id = organization and status = 'pending' and expires_at > at
    )
    select jsonb_build_object(
      'role', (select role from members where organization_id = organization and user_id = inviter),
      'customRoles', (
        select coalesce(jsonb_object_agg(name, permissions), '{}') from organization_roles where organization_id = organization
      ),
      'isMember', exists (
        select from users join members on members.user_id = users.id where users.email = address and members.organization_id = organization
      ),
      'openId', (select id from open where email = address),
      'openCount', (select count(*) from open),
      'isTeamKnown', team is null or exists (select from teams where organization_id = organization and id = team)
    )
  );
end $$;

drop function may_invite;

-- The first memberships of a user in the order of joining, read from the index alone: a request on /v1 reads a hundred at most.
create index members_user_joined on members (user_id, created_at, id) include (organization_id, role);
drop index members_user;

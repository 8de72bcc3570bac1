import { organizationResources, type Permissions, type Roles } from '#contract/access.ts'
import { page, table } from './markdown.ts'

const ABOUT =
  'The permissions of the roles of an organization. A member has one or more roles, and one of them must permit everything that a call requires. `ORGANIZATION_ROLES` and `POST /api/auth/organization/create-role` define further roles with the same resources and actions.'
const BILLING =
  '`billing` contains the scopes of `/v1`. Reading requires the read or the write scope of a resource; orders require `orders:read`. A member cannot assign or create a role with more permissions than their own. Only owners assign and remove `owner`, and any member who may assign roles may assign `member`.'

/** docs/reference/roles.md: every resource with its actions, and the roles that permit them. */
export function rolesPage(roles: Roles): string {
  const names = Object.keys(roles)
  const mark = (name: string, resource: string, action: string) => (actionsOf(roles[name] ?? {}, resource).includes(action) ? 'yes' : '')
  const rowsOf = (resource: keyof typeof organizationResources) =>
    organizationResources[resource].map((action) => [
      resource === 'billing' ? `\`${action}\`` : `${resource}: ${action}`,
      ...names.map((name) => mark(name, resource, action)),
    ])
  const resources = Object.keys(organizationResources) as (keyof typeof organizationResources)[]
  const inside = resources.filter((resource) => resource !== 'billing')
  return page(
    'Roles',
    ABOUT,
    '## Inside an organization',
    table(['Permission', ...names], inside.flatMap(rowsOf)),
    '## Billing',
    BILLING,
    table(['Scope', ...names], rowsOf('billing')),
  )
}

function actionsOf(permissions: Permissions, resource: string): readonly string[] {
  return permissions[resource] ?? []
}

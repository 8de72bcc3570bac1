import { organizationResources, type Permissions, type Roles } from '#kernel/access.ts'
import { page, table } from './markdown.ts'

const ABOUT =
  'What the roles of an organization may do. A member has one role or several, and one of them must permit all that a call asks for. Besides these, `ORGANIZATION_ROLES` and `POST /api/auth/organization/create-role` make roles of the same resources and actions.'
const BILLING =
  '`billing` is selling: the scopes of `/v1`. Reading takes the scope to read or to write, orders `orders:read` alone. Nobody gives a role, or makes one, that permits more than their own; `owner` is given and taken by owners alone, and whoever may give roles may give `member`.'

/** docs/reference/roles.md: every resource with its actions, and which role has which. */
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
    table(['May', ...names], inside.flatMap(rowsOf)),
    '## Billing',
    BILLING,
    table(['Scope', ...names], rowsOf('billing')),
  )
}

function actionsOf(permissions: Permissions, resource: string): readonly string[] {
  return permissions[resource] ?? []
}

import type { OrganizationRole } from '#client/index.ts'
import { roleMessages as t } from '#web/parts/organizations/roles.ts'
import { allScopes } from '#web/parts/tokens/scopes.ts'
import { organizationResources } from './permissions.ts'

/** A role in one sentence: the purpose of a built-in role, the permissions of any other. */
export function roleDescription({ name, source, permissions }: Pick<OrganizationRole, 'name' | 'source' | 'permissions'>): string {
  const known = source === 'built-in' ? t.find(`summary.${name}`) : undefined
  if (known !== undefined) return known
  const parts = organizationResources
    .filter((resource) => (permissions[resource]?.length ?? 0) > 0)
    .map((resource) => t(`short.${resource}`))
  const selling = sellingText(permissions['billing'] ?? [])
  const all = selling === undefined ? parts : [...parts, selling]
  const text = new Intl.ListFormat(t.language, { type: 'conjunction' }).format(all)
  return text === '' ? t('summary.nothing') : `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}.`
}

function sellingText(scopes: readonly string[]): string | undefined {
  if (scopes.length === 0) return undefined
  if (allScopes.every((scope) => scopes.includes(scope))) return t('summary.all')
  const countOf = (access: string) => scopes.filter((scope) => scope.endsWith(`:${access}`)).length
  const writable = countOf('write')
  return writable > 0 ? t('summary.write', { count: writable }) : t('summary.read', { count: countOf('read') })
}

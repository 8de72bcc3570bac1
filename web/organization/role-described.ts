import type { OrganizationRole } from '#client/index.ts'
import { roleWords as t } from '#web/parts/organizations/roles.ts'
import { allScopes } from '#web/parts/tokens/scopes.ts'
import { insideResources } from './permissions.ts'

/** A role in one sentence: built-in ones as they are meant, others by what they permit. */
export function describedRole({ name, source, permissions }: Pick<OrganizationRole, 'name' | 'source' | 'permissions'>): string {
  const known = source === 'built-in' ? t.find(`about.${name}`) : undefined
  if (known !== undefined) return known
  const parts = insideResources.filter((resource) => (permissions[resource]?.length ?? 0) > 0).map((resource) => t(`short.${resource}`))
  const selling = sellingText(permissions['billing'] ?? [])
  const all = selling === undefined ? parts : [...parts, selling]
  const text = new Intl.ListFormat(t.language, { type: 'conjunction' }).format(all)
  return text === '' ? t('about.nothing') : `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}.`
}

function sellingText(scopes: readonly string[]): string | undefined {
  if (scopes.length === 0) return undefined
  if (allScopes.every((scope) => scopes.includes(scope))) return t('about.all')
  const areas = (way: string) => scopes.filter((scope) => scope.endsWith(`:${way}`)).length
  const written = areas('write')
  return written > 0 ? t('about.write', { count: written }) : t('about.read', { count: areas('read') })
}

import type { Scope } from './access.ts'

/**
 * Whether the held scopes allow an operation: reading needs the read or the write scope, except for orders, where only `orders:read`
 * counts. Apart from the table of scopes, because the first page of the dashboard loads it.
 */
export function allowsScope(held: readonly string[], required: Scope): boolean {
  if (held.includes(required)) return true
  return required.endsWith(':read') && required !== 'orders:read' && held.includes(required.replace(/:read$/, ':write'))
}

import { scopeOf } from '../recognize.ts'
import type { Route } from '../route.ts'

/** Describes an operation beyond its summary: who may call it, what bounds it, and what repeating it does. Made from its route. */
export function descriptionOf(
  route: Route,
  { scopes, isKeyed }: { readonly scopes: readonly string[]; readonly isKeyed: boolean },
): string {
  return [
    accessSentence(route, scopes),
    ...(typeof route.limit === 'string' ? [`The setting \`${route.limit}\` bounds how many there are.`] : []),
    ...(route.impersonation === 'refused' ? ['An administrator who impersonates a user is refused.'] : []),
    ...(isKeyed ? ['With an `Idempotency-Key` a repeat has no second effect.'] : []),
    ...(route.addition ? ['It is an addition of Guildhall: the published clients do not call it.'] : []),
  ].join(' ')
}

function accessSentence({ access, path }: Route, scopes: readonly string[]): string {
  switch (access) {
    case 'public':
      return 'Everybody may call it.'
    case 'anyone':
      return 'Callers may be signed in or not.'
    case 'session':
      return path.includes('/admin/') ? 'For administrators of the platform.' : 'For signed-in users.'
    case 'customer':
      return 'For customers, with the token of a customer session.'
    case 'buyer':
      return 'For customers, with the token of a customer session; one that is limited to a checkout reaches what was bought there.'
    case 'client-secret':
      return 'The secret in the path is the credential.'
    case 'service':
      return 'For a service of the operator, with the key of the server; any other caller is answered 404.'
    default: {
      const named = (scopes.length > 0 ? scopes : [scopeOf(access)]).map((scope) => `\`${scope}\``).join(' or ')
      return `For organization tokens with the scope ${named}, and for members of the organization whose role has it.`
    }
  }
}

/** Where a user continues after signing in, as far as the path shows. */
export type Destination =
  | { readonly kind: 'invitation'; readonly id: string }
  | { readonly kind: 'organization'; readonly slug: string }
  | { readonly kind: 'account' }
  | { readonly kind: 'administration' }

/** The destination of a requested page; null if it is not worth naming. */
export function destinationOf(page: string | undefined): Destination | null {
  const [, first, second] = (page ?? '').split(/[?#]/)[0]?.split('/') ?? []
  if (first === 'invitations' && second) return { kind: 'invitation', id: second }
  if (first === 'dashboard' && second) return { kind: 'organization', slug: second }
  if (first === 'account') return { kind: 'account' }
  return first === 'admin' ? { kind: 'administration' } : null
}

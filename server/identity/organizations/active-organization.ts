import { type RefusalEntry, refuse } from '#kernel/refusal.ts'

/** The named organization, otherwise the active one of the session, in lower case as ids are stored; refuses if there is neither. */
export function resolveOrganizationId(
  named: string | null | undefined,
  session: { readonly activeOrganizationId: string | null },
  refusal: RefusalEntry,
): string {
  return (named || session.activeOrganizationId || refuse(refusal)).toLowerCase()
}

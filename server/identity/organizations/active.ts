import { type RefusalEntry, refuse } from '#kernel/refusal.ts'

/** The organization that a call names, in lower case as ids are kept, else the session's active one; refuses where there is neither. */
export function activeOr(
  given: string | null | undefined,
  session: { readonly activeOrganizationId: string | null },
  refusal: RefusalEntry,
): string {
  return (given || session.activeOrganizationId || refuse(refusal)).toLowerCase()
}

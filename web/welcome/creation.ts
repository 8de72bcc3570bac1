import type { SignInOptions } from '#client/index.ts'

/** Whether the user can create an organization: `disabled` by a setting, or `full` because the user is a member of as many as allowed. */
export type Creation = 'open' | 'disabled' | 'full'

/** `memberships` is the number of the user's organizations. While the options are unknown, the form is offered, and the server decides. */
export function creationOf(options: Pick<SignInOptions, 'organization'> | undefined, memberships: number): Creation {
  if (options === undefined) return 'open'
  const { create, limit } = options.organization
  if (!create) return 'disabled'
  return memberships >= limit ? 'full' : 'open'
}

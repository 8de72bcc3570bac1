import { byName } from '#platform/resource/by-name.ts'
import { list } from '#platform/resource/list.ts'
import { tokens } from './store.ts'

/** The list of access tokens. */
export const tokenList = list(tokens, {
  sorting: {
    created_at: 'organization_access_tokens.created_at',
    comment: byName('organization_access_tokens.comment'),
    last_used_at: 'organization_access_tokens.last_used_at',
  },
  defaultSorting: '-created_at',
})

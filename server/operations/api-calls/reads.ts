import { sql } from 'kysely'
import { z } from 'zod'
import { added } from '#platform/http/wire-parts.ts'
import { value } from '#platform/resource/embedded.ts'
import { among, createdBetween, ids, search } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { type CallContent, CONTENT_PURPOSE, callMethod, type FullApiCall } from './model.ts'
import { apiCalls } from './store.ts'

const statusClass = z.enum(['2xx', '3xx', '4xx', '5xx'])

/** The number up to which the matches of a filter are counted. */
const COUNT_MAXIMUM = 10_000

const tokenComment = value<string | null>(sql`(
  select token.comment from organization_access_tokens token
  where token.organization_id = api_calls.organization_id and token.id = api_calls.token_id)`)

/** The list of calls. */
export const apiCallList = list(apiCalls, {
  with: { tokenComment },
  filters: {
    status: among(sql`((api_calls.status / 100)::text || 'xx')`, statusClass).meta(added('Only calls whose status is of these classes.')),
    method: among('api_calls.method', callMethod).meta(added('Only calls by these methods.')),
    token_id: ids('api_calls.token_id').meta(added('Only calls with these access tokens.')),
    query: search('api_calls.path', sql`api_calls.id::text`, 'api_calls.error').meta(
      added('Only calls whose path, request id or error contains this text.'),
    ),
    ...createdBetween('api_calls.created_at'),
  },
  countMaximum: COUNT_MAXIMUM,
  // Ids follow the time.
  newestFirst: 'api_calls.id',
})

/** The calls with what was sent and answered. */
export const fullApiCallList = list(apiCalls, {
  with: {
    tokenComment,
    sealedContent: value<string | null>(sql`(
      select recorded.sealed_content from api_call_contents recorded
      where recorded.organization_id = api_calls.organization_id and recorded.call_id = api_calls.id)`),
  },
  newestFirst: 'api_calls.id',
  item: ({ sealedContent, ...call }, { secrets }): FullApiCall => {
    const opened = sealedContent === null ? undefined : secrets.openOrNull(CONTENT_PURPOSE, sealedContent)
    return { ...call, content: opened ? (JSON.parse(opened) as CallContent) : null }
  },
})

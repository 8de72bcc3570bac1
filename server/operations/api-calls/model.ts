import { z } from 'zod'
import { added } from '#platform/http/wire-parts.ts'
import { integer, type Model, oneOf, text, time, uuid } from '#platform/resource/columns.ts'

/** The methods of /v1. */
export const callMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

/** The schema of a method. */
export const callMethod = z.enum(callMethods)

/** The days for which a call stays in the log. */
export const RETENTION_DAYS = 30
/** The calls of one organization that stay in the log; the oldest beyond them are deleted. */
export const CALLS_MAXIMUM = 100_000

export const apiCallColumns = {
  id: uuid().meta(added('The id of the request, as in the `x-request-id` of its answer.')),
  organizationId: uuid().private(),
  tokenId: uuid().meta(added('The access token that made the call.')),
  method: oneOf(callMethod),
  path: text().meta(added('The path with its ids; other parameters are shown by their names, `{external_id}`. Without the query.')),
  status: integer().meta(added('The HTTP status of the answer.')),
  durationMs: integer().meta(added('Milliseconds until the answer was ready.')),
  error: text().nullable().meta(added('The `error` of a refused call.')),
  errorDetail: text().nullable().meta(added('The `detail` of a refused call as one sentence, of at most 500 characters.')),
  createdAt: time().meta(added('When the call came in, in real time.')),
} as const

/** One call with an access token of an organization. Times are UTC. */
export type ApiCall = Model<typeof apiCallColumns>

/** A call with the name of its token; null after the token was revoked. */
export type ListedApiCall = ApiCall & { readonly tokenComment: string | null }

/** The content that was sent and answered, redacted. A text that was longer than it may be ends in `…`. */
export interface CallContent {
  /** The query as JSON; null without one. */
  readonly query: string | null
  readonly requestBody: string | null
  readonly responseBody: string | null
}

/** A call with its content; null where the organization did not record it. */
export type FullApiCall = ListedApiCall & { readonly content: CallContent | null }

/** The recording settings of an organization, and the calls of the last 30 days that are missing in its log. */
export interface ApiCallSettings {
  readonly organizationId: string
  readonly recordsBodies: boolean
  readonly droppedCalls: number
}

/** The purpose under which contents are sealed; a change would make the stored ones unreadable. */
export const CONTENT_PURPOSE = 'api-call-content'

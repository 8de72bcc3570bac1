import { z } from 'zod'
import { added, addition, id, listResource } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type ApiCallSettings, apiCallColumns, type FullApiCall, type ListedApiCall } from './model.ts'

const fields = fieldsOf(apiCallColumns)

const shape = {
  ...fields.shape,
  token_comment: z.string().nullable().meta(added('The name of the access token; null after it was revoked.')),
}

/** A call with an access token. */
export const apiCall = z.object(shape).meta({ id: 'APICall', ...addition })

const content = z
  .object({
    query: z.string().nullable().meta(added('The parameters of the query as JSON.')),
    request_body: z.string().nullable().meta(added('The body of the request as JSON, without secrets.')),
    response_body: z.string().nullable().meta(added('The body of the answer as JSON, without secrets.')),
  })
  .meta({ id: 'APICallContent', ...addition })

/** The same with what was sent and answered. */
export const apiCallWithContent = z
  .object({
    ...shape,
    content: content
      .nullable()
      .meta(added('What was sent and answered, each text of at most 8,000 characters; null unless the organization records it.')),
  })
  .meta({ id: 'APICallWithContent', ...addition })

export const apiCallResource = listResource('APICall', apiCall)

/** The recording settings of an organization. */
export const apiCallSettings = z
  .object({
    organization_id: id,
    records_bodies: z.boolean().meta(added('Whether queries and bodies are recorded, without secrets. False until it is set.')),
    dropped_calls: z.int().meta(added('The calls of the last 30 days that were not recorded, because too many came in at once.')),
  })
  .meta({ id: 'APICallSettings', ...addition })

export const apiCallSettingsUpdate = z
  .object({
    records_bodies: z.boolean().meta(added('Whether queries and bodies are recorded. False deletes those that were recorded.')),
  })
  .meta({ id: 'APICallSettingsUpdate', ...addition, examples: [{ records_bodies: true }] })

/** A call as JSON. */
export function toApiCallWire({ tokenComment, ...call }: ListedApiCall): z.output<typeof apiCall> {
  return { ...fields.toWire(call), token_comment: tokenComment }
}

/** A call with its content as JSON. */
export function toFullApiCallWire({ content: recorded, ...call }: FullApiCall): z.output<typeof apiCallWithContent> {
  const { query, requestBody, responseBody } = recorded ?? {}
  return {
    ...toApiCallWire(call),
    content: recorded && { query: query ?? null, request_body: requestBody ?? null, response_body: responseBody ?? null },
  }
}

/** The settings as JSON. */
export function toApiCallSettingsWire(settings: ApiCallSettings): z.output<typeof apiCallSettings> {
  const { organizationId, recordsBodies, droppedCalls } = settings
  return { organization_id: organizationId, records_bodies: recordsBodies, dropped_calls: droppedCalls }
}

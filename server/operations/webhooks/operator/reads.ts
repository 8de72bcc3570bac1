// The lists of webhooks, as /api/auth asks for them: the same parameters in camelCase, without the organization.
import { z } from 'zod'
import { camelCase } from '#platform/resource/columns.ts'
import type { ListQuery, ResourceList } from '#platform/resource/list.ts'
import { recordedEventList, webhookDeliveryList, webhookEndpointList } from '../reads.ts'

/** A query of /api/auth, and the query of the list that it stands for. */
export interface CamelQuery {
  readonly schema: z.ZodType<Readonly<Record<string, unknown>>>
  toListQuery(query: Readonly<Record<string, unknown>>): ListQuery
}

function camelQuery(list: Pick<ResourceList<unknown>, 'query'>): CamelQuery {
  const { shape } = list.query as unknown as z.ZodObject<z.ZodRawShape>
  const names = Object.keys(shape).filter((name) => name !== 'organization_id')
  return {
    schema: z.object(Object.fromEntries(names.map((name) => [camelCase(name), shape[name]]))) as unknown as CamelQuery['schema'],
    toListQuery: (query) => Object.fromEntries(names.map((name) => [name, query[camelCase(name)]])),
  }
}

export const endpointQuery = camelQuery(webhookEndpointList)
export const eventQuery = camelQuery(recordedEventList)
export const deliveryQuery = camelQuery(webhookDeliveryList)

import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { createCustomField } from './actions/create-custom-field.ts'
import { deleteCustomField } from './actions/delete-custom-field.ts'
import { updateCustomField } from './actions/update-custom-field.ts'
import { customFieldList } from './reads.ts'
import { customFieldRefusals } from './refusals.ts'
import { customField, customFieldCreate, customFieldUpdate, toCustomFieldWire } from './wire.ts'

const { ResourceNotFound } = customFieldRefusals

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/custom-fields/',
    name: 'custom-fields',
    nouns: ['custom fields', 'a custom field'],
    scope: 'custom_fields:read',
    list: customFieldList,
    schema: customField,
    toWire: toCustomFieldWire,
    notFound: ResourceNotFound,
  }),
  route({
    method: 'POST',
    path: '/v1/custom-fields/',
    name: 'custom-fields:create',
    summary: 'Creates a custom field for the form of checkouts.',
    access: 'scope:custom_fields:write',
    impersonation: 'allowed',
    body: customFieldCreate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: customField,
    status: 201,
    limit: 'CUSTOM_FIELD_LIMIT',
    handle: async (call) => {
      const organizationId = call.tenantScope.organizationFor(call.body.organization_id)
      return toCustomFieldWire(await createCustomField(call.tx, call, { organizationId, body: call.body }))
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/custom-fields/{id}',
    name: 'custom-fields:update',
    summary: 'Updates a custom field; its type is fixed.',
    access: 'scope:custom_fields:write',
    impersonation: 'allowed',
    params: idParams,
    body: customFieldUpdate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: customField,
    refusals: [ResourceNotFound],
    handle: async (call) => {
      const { tenants } = call.tenantScope
      return toCustomFieldWire(await updateCustomField(call.tx, call, { tenants, id: call.params.id, body: call.body }))
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/custom-fields/{id}',
    name: 'custom-fields:delete',
    summary: 'Deletes a custom field: products lose it. Values that buyers entered stay.',
    access: 'scope:custom_fields:write',
    impersonation: 'allowed',
    params: idParams,
    status: 204,
    refusals: [ResourceNotFound],
    handle: (call) => deleteCustomField(call.tx, call, { tenants: call.tenantScope.tenants, id: call.params.id }),
  }),
]

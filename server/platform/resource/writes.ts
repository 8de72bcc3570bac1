// A resource with its writes: create, update and delete, each declared by what it decides.
import type { z } from 'zod'
import { LARGE_BODY_LIMIT, type Route } from '../http/route.ts'
import type { ObjectKey } from './object-audit.ts'
import {
  type ChangedResource,
  type CreateOperation,
  type CreatingBody,
  createOperation,
  type DeleteOperation,
  deleteOperation,
  type ObjectOperation,
  objectOperation,
} from './operation.ts'
import { type ResourceReads, resourceReads } from './routes.ts'

/** The properties that follow from the resource. */
type Follows = 'method' | 'path' | 'name' | 'action' | 'impersonation'
/** An operation without what follows from the resource. By default `impersonation` is `allowed`, and `bodyLimit` that of large bodies. */
type Declaration<Operation> = Omit<Operation, Follows> & Partial<Pick<CreateOperation<never, never, never>, 'impersonation'>>

/** A resource: its reads, and the writes that it has. */
export interface Resource<
  Model extends ObjectKey,
  Full,
  Schema extends z.ZodType,
  CreateBody extends CreatingBody,
  UpdateBody extends z.ZodType,
  CreateOutside,
  UpdateOutside,
> extends Omit<ResourceReads<Full, Schema>, 'scope' | 'name'>,
    Pick<ChangedResource<Model, Full, Schema>, 'lock' | 'toModel' | 'audit'> {
  /** The resource in the ids of its operations: `discounts` for `discounts:create`. */
  readonly name: string
  /** The scopes without what they permit: `discounts` for `discounts:read` and `discounts:write`. */
  readonly scopes: string
  readonly create?: Declaration<CreateOperation<Full, CreateBody, CreateOutside>>
  readonly update?: Declaration<ObjectOperation<Model, Full, UpdateBody, UpdateOutside>>
  readonly remove?: Declaration<DeleteOperation<Model>>
}

/** The reads of the resource, and `POST {path}`, `PATCH {path}{id}` and `DELETE {path}{id}`, as far as they are declared. */
export function resourceRoutes<
  Model extends ObjectKey,
  Full,
  Schema extends z.ZodType,
  CreateBody extends CreatingBody,
  UpdateBody extends z.ZodType,
  CreateOutside = undefined,
  UpdateOutside = undefined,
>(resource: Resource<Model, Full, Schema, CreateBody, UpdateBody, CreateOutside, UpdateOutside>): readonly Route[] {
  const { path, name, scopes, create, update, remove, audit } = resource
  const changed: ChangedResource<Model, Full, Schema> = {
    ...resource,
    scope: `${scopes}:write`,
    toWire: (full, baseUrl) => resource.toWire(full, baseUrl, 1),
  }
  const ofObject: `/v1/${string}` = `${path}{id}`
  const names = (verb: string, past: string) => ({ name: `${name}:${verb}`, action: `${audit.type}.${past}` })
  const shared = { impersonation: 'allowed', bodyLimit: LARGE_BODY_LIMIT } as const
  return [
    ...resourceReads({ ...resource, scope: `${scopes}:read` }),
    ...(create ? [createOperation(changed, { ...shared, ...create, method: 'POST', path, ...names('create', 'created') })] : []),
    ...(update ? [objectOperation(changed, { ...shared, ...update, method: 'PATCH', path: ofObject, ...names('update', 'updated') })] : []),
    ...(remove
      ? [deleteOperation(changed, { impersonation: 'allowed', ...remove, method: 'DELETE', path: ofObject, ...names('delete', 'deleted') })]
      : []),
  ]
}

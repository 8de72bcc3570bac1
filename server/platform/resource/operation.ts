// Operations that change objects of an organization. In this order: the scope, the body, what is asked outside, the transaction, the object with
// its row locked (404), the decision with its writes, the events, the audit log, the answer.
import type { z } from 'zod'
import type { EventName, EventPayload } from '#contract/events.ts'
import { newId } from '#kernel/id.ts'
import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { AuditContext } from '../audit/audit-context.ts'
import type { Tx } from '../database/database.ts'
import type { Call, ImpersonationRule, Route } from '../http/route.ts'
import { idParams } from '../http/wire-parts.ts'
import { emit } from '../outbox/emit.ts'
import type { Platform } from '../platform.ts'
import type { LimitName } from '../settings/limit-settings.ts'
import { auditChange, type ObjectAudit, type ObjectKey } from './object-audit.ts'

/** An object as a request names it, and the organizations in which the caller holds the scope. */
export interface ObjectTarget {
  readonly tenants: readonly string[]
  readonly id: string
}

/** A resource that is changed: `Model` is a row of it, `Full` is what an answer is made of, `Subject` is what the audit log needs of both. */
export interface ChangedResource<Model extends Subject, Full, Schema extends z.ZodType, Subject extends ObjectKey = Model> {
  /** The scope that a caller needs. */
  readonly scope: string
  /** The refusal of an id that does not exist in the caller's organizations. */
  readonly notFound: RefusalEntry
  /** An object of one of the organizations, with its row locked. */
  readonly lock: (tx: Tx, tenants: readonly string[], id: string) => Promise<Model | undefined>
  /** The answer, and the payload of the events that are named alone. */
  readonly schema: Schema
  /** `baseUrl` has no slash at its end. */
  readonly toWire: (full: Full, baseUrl: string) => z.input<Schema>
  /** The row, or as much of it as the audit log needs. */
  readonly toModel: (full: Full) => Subject
  readonly audit: ObjectAudit<Subject>
  /** Not part of the published contract. */
  readonly addition?: true
}

/** The context in which a write is decided. `at` is when it happens, in the time of the object's merchant (UTC). */
export interface WriteContext<Outside = undefined> {
  readonly tx: Tx
  readonly platform: Platform
  readonly organizationId: string
  readonly at: Date
  /** The result of `ask`. */
  readonly outside: Outside
}

/** An event with a payload of its own. */
type OwnEvent = { readonly [N in EventName]: { readonly name: N; readonly payload: EventPayload<N> } }[EventName]

/** The result for an object. Where its model is the one that was locked, nothing has happened: no event is emitted, nothing is audited. */
export interface Written<Full> {
  readonly next: Full
  /** Says the same where `next` was read anew. */
  readonly isUnchanged?: boolean
  /** Events of the object, in their order; the payload of a name alone is the answer. */
  readonly events?: readonly (EventName | OwnEvent)[]
  /** The action in the audit log where it is not that of the operation. */
  readonly action?: string
  /** Further details in the audit log. */
  readonly details?: AuditEntry['details']
}

/** The properties with which an operation is mounted. */
export interface OperationMount {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: `/v1/${string}`
  /** Its id in the documents: `products:update`. */
  readonly name: string
  /** One sentence for the reference. */
  readonly summary: string
  readonly impersonation: ImpersonationRule
  readonly bodyLimit?: number
  /** The limit on what it creates. */
  readonly limit?: LimitName
  /** The refusals that it may answer besides that of an unknown object. */
  readonly refusals?: readonly RefusalEntry[]
  /** The action in the audit log: `product.updated`. */
  readonly action: string
}

/** The parsed body of an operation. */
type BodyOutput<Body extends z.ZodType | undefined> = Body extends z.ZodType ? z.output<Body> : undefined

/** An operation on one object, which answers it. */
export interface ObjectOperation<Model, Full, Body extends z.ZodType | undefined, Outside> extends OperationMount {
  readonly body: Body
  /** Asks another service before the transaction. */
  readonly ask?: (platform: Platform, target: ObjectTarget, body: BodyOutput<Body>) => Promise<Outside>
  /** Decides and writes. */
  readonly write: (current: Model, body: BodyOutput<Body>, context: WriteContext<Outside>) => Promise<Written<Full>>
}

/** The body of an operation that creates an object names its organization, or none. */
export type CreatingBody = z.ZodType<{ readonly organization_id?: string | null | undefined }>

/** An operation that creates an object, and answers it. */
export interface CreateOperation<Full, Body extends CreatingBody, Outside> extends OperationMount {
  readonly body: Body
  readonly limit: LimitName
  /** Asks another service before the transaction. */
  readonly ask?: (platform: Platform, organizationId: string, body: z.output<Body>) => Promise<Outside>
  /** Decides and inserts. `id` is that of the new object. */
  readonly write: (body: z.output<Body>, context: WriteContext<Outside> & { readonly id: string }) => Promise<Written<Full>>
}

/** An operation that deletes an object. Its answer has no body. */
export interface DeleteOperation<Model> extends OperationMount {
  /** Deletes the row and returns it, where nothing has to be decided before; otherwise it is locked. */
  readonly take?: (tx: Tx, tenants: readonly string[], id: string) => Promise<Model | undefined>
  /** Writes what the deletion means. */
  readonly write?: (current: Model, context: WriteContext) => Promise<void>
  readonly events?: (current: Model) => NonNullable<Written<Model>['events']>
}

/** The properties that operations read of the call of their route. */
interface OperationCall<Body> extends AuditContext {
  readonly params: { readonly id: string }
  readonly body: Body
  readonly tenantScope: Call<undefined, undefined, undefined, 'public', 'none'>['tenantScope']
}
type OneTransaction = { readonly tx: Tx }
type OwnTransactions = Pick<Call<undefined, undefined, undefined, 'public', 'own'>, 'transaction' | 'settle'>

/** The route of an operation on one object. */
export function objectOperation<
  Model extends Subject,
  Full,
  Schema extends z.ZodType,
  Body extends z.ZodType | undefined,
  Outside,
  Subject extends ObjectKey = Model,
>(resource: ChangedResource<Model, Full, Schema, Subject>, operation: ObjectOperation<Model, Full, Body, Outside>): Route {
  const { ask, write } = operation
  return {
    ...mounted(resource, operation, { isOfObject: true }),
    ...(operation.body && { body: operation.body }),
    answer: resource.schema,
    ...inTransaction<BodyOutput<Body>, Outside>(
      ask && ((call) => ask(call.platform, targetOf(call), call.body)),
      async (tx, call, outside) => {
        const { tenants, id } = targetOf(call)
        const current = (await resource.lock(tx, tenants, id)) ?? refuse(resource.notFound)
        const context = contextOf(tx, call, current.organizationId)
        const written = await write(current, call.body, { ...context, outside })
        const model = resource.toModel(written.next)
        const answer = resource.toWire(written.next, call.platform.settings.BASE_URL)
        if (model !== current && !written.isUnchanged)
          await record(tx, call, { resource, operation, written, model, answer, at: context.at })
        return answer
      },
    ),
  }
}

/** The route of an operation that creates an object. */
export function createOperation<Model extends ObjectKey, Full, Schema extends z.ZodType, Body extends CreatingBody, Outside>(
  resource: ChangedResource<Model, Full, Schema>,
  operation: CreateOperation<Full, Body, Outside>,
): Route {
  const { ask, write, body } = operation
  const organizationOf = ({ tenantScope, body }: OperationCall<z.output<Body>>) => tenantScope.organizationFor(body.organization_id)
  return {
    ...mounted(resource, operation, { isOfObject: false }),
    body,
    answer: resource.schema,
    status: 201,
    ...inTransaction<z.output<Body>, Outside>(
      ask && ((call) => ask(call.platform, organizationOf(call), call.body)),
      async (tx, call, outside) => {
        const context = contextOf(tx, call, organizationOf(call))
        const written = await write(call.body, { ...context, id: newId(context.at), outside })
        const model = resource.toModel(written.next)
        const answer = resource.toWire(written.next, call.platform.settings.BASE_URL)
        await record(tx, call, { resource, operation, written, model, answer, at: context.at })
        return answer
      },
    ),
  }
}

/** The route of an operation that deletes an object. */
export function deleteOperation<Model extends ObjectKey, Full, Schema extends z.ZodType>(
  resource: ChangedResource<Model, Full, Schema>,
  operation: DeleteOperation<Model>,
): Route {
  const find = operation.take ?? resource.lock
  return {
    ...mounted(resource, operation, { isOfObject: true }),
    status: 204,
    ...inTransaction<undefined, undefined>(undefined, async (tx, call) => {
      const { tenants, id } = targetOf(call)
      const model = (await find(tx, tenants, id)) ?? refuse(resource.notFound)
      const context = contextOf(tx, call, model.organizationId)
      await operation.write?.(model, context)
      const written = { events: operation.events?.(model) ?? [] }
      await record(tx, call, { resource, operation, written, model, at: context.at })
    }),
  }
}

/** The declaration of a route, but for its body and its answer. */
function mounted(
  { scope, addition, notFound }: Pick<ChangedResource<ObjectKey, never, z.ZodType>, 'scope' | 'addition' | 'notFound'>,
  { method, path, name, summary, impersonation, bodyLimit, limit, refusals = [] }: OperationMount,
  { isOfObject }: { readonly isOfObject: boolean },
) {
  return {
    method,
    path,
    name,
    summary,
    access: `scope:${scope}`,
    impersonation,
    ...(addition && { addition }),
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(limit && { limit }),
    ...(isOfObject && { params: idParams }),
    refusals: [...(isOfObject ? [notFound] : []), ...refusals],
  } as const
}

const targetOf = ({ params, tenantScope }: OperationCall<unknown>): ObjectTarget => ({ tenants: tenantScope.tenants, id: params.id })

function contextOf(tx: Tx, { platform }: OperationCall<unknown>, organizationId: string): WriteContext {
  return { tx, platform, organizationId, at: platform.clock.now({ organizationId }), outside: undefined }
}

type Run<Body, Outside> = (tx: Tx, call: OperationCall<Body>, outside: Outside) => Promise<unknown>

/** The handler of a route: in its one transaction, or in one of its own after `ask`, where the answer is settled for a repeat with the same key. */
function inTransaction<Body, Outside>(
  ask: ((call: OperationCall<Body>) => Promise<Outside>) | undefined,
  run: Run<Body, Outside>,
): Pick<Route, 'transaction' | 'handle'> {
  if (!ask) {
    return {
      transaction: 'one',
      handle: (call: OperationCall<Body> & OneTransaction) => run(call.tx, call, undefined as Outside),
    }
  }
  return {
    transaction: 'own',
    handle: async (call: OperationCall<Body> & OwnTransactions) => {
      const outside = await ask(call)
      return call.transaction(async (tx) => {
        const body = await run(tx, call, outside)
        await call.settle(tx, { body })
        return body
      })
    },
  }
}

/** The details that are recorded of a write. */
interface RecordInput<Model extends ObjectKey> {
  readonly resource: { readonly audit: ObjectAudit<Model> }
  readonly operation: OperationMount
  readonly written: Omit<Written<unknown>, 'next'>
  readonly model: Model
  /** The payload of the events that are named alone. */
  readonly answer?: unknown
  readonly at: Date
}

/** Emits the events of a write, and audits it. */
async function record<Model extends ObjectKey>(
  tx: Tx,
  call: AuditContext,
  { resource: { audit }, operation, written, model, answer, at }: RecordInput<Model>,
): Promise<void> {
  const { organizationId, id } = model
  for (const event of written.events ?? []) {
    const { name, payload } = typeof event === 'string' ? { name: event, payload: answer as EventPayload<EventName> } : event
    await emit(tx, call.platform, { name, organizationId, resourceId: id, payload, now: at })
  }
  await auditChange(tx, call, { audit, action: written.action ?? operation.action, model, details: written.details })
}

import type { CallOptions, Result } from './http.ts'
import type { Operations } from './wire.ts'

/** The id of an operation in the OpenAPI document. */
export type OperationId = keyof Operations
type Part<Id extends OperationId, Name extends string> = Operations[Id] extends { readonly [Key in Name]: infer Value } ? Value : never

/** The answer of an operation, as the client returns it. */
export type Answer<Id extends OperationId> = Operations[Id]['answer']
/** The query of an operation. */
export type Query<Id extends OperationId> = Part<Id, 'query'>
/** The body of an operation. */
export type Body<Id extends OperationId> = Part<Id, 'body'>

/** A call without input. */
export type PlainCall<Id extends OperationId> = (options?: CallOptions) => Promise<Result<Answer<Id>>>
/** A call with a query. */
export type QueryCall<Id extends OperationId> = (query: Query<Id>, options?: CallOptions) => Promise<Result<Answer<Id>>>
/** A call with a body. */
export type BodyCall<Id extends OperationId> = (body: Body<Id>, options?: CallOptions) => Promise<Result<Answer<Id>>>

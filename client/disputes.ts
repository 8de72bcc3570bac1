import type { CallOptions, Result } from './http.ts'
import type { Answer, Body } from './operations.ts'
import type { Get, List, Verbs } from './verbs.ts'

type DisputeAnswer = Promise<Result<Answer<'disputes:accept'>>>

/** The disputes of payments. */
export interface Disputes {
  readonly list: List<'disputes:list'>
  readonly get: Get<'disputes:get'>
  /** Sends evidence against a dispute to the processor, once. */
  readonly contest: (id: string, body: Body<'disputes:contest'>, options?: CallOptions) => DisputeAnswer
  /** Accepts a dispute: the payment is lost. */
  readonly accept: (id: string, options?: CallOptions) => DisputeAnswer
}

export const disputesOver = ({ call, one, get, list }: Verbs): Disputes => ({
  list: list('/disputes/'),
  get: get('/disputes/'),
  contest: (id, body, options) => call('POST', `${one('/disputes/', id)}/contest`, { body, options }),
  accept: (id, options) => call('POST', `${one('/disputes/', id)}/accept`, { options }),
})

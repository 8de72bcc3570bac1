import type { Processor } from '../processor.ts'

/** The time limit of a call, and the callback for failures. */
export interface TimeoutOptions {
  readonly timeoutMs: number
  readonly onFault: (fault: { readonly call: string; readonly error: unknown }) => void
}

/**
 * Limits the time of every call: a call that fails or does not answer in time has an unknown outcome. A later answer is
 * ignored; the caller queries again.
 */
export function withTimeout(processor: Processor, { timeoutMs, onFault }: TimeoutOptions): Processor {
  async function bounded<T>(call: string, answer: Promise<T>, otherwise: T): Promise<T> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error(`No answer within ${timeoutMs / 1000} seconds.`)), timeoutMs)
    try {
      return await Promise.race([answer, late.promise])
    } catch (error) {
      onFault({ call, error })
      return otherwise
    } finally {
      clearTimeout(timer)
    }
  }
  const unknown = { kind: 'unknown', reason: 'The processor gave no certain answer.' } as const
  return {
    name: processor.name,
    charge: (request) => bounded('charge', processor.charge(request), unknown),
    setUp: (request) => bounded('setUp', processor.setUp(request), unknown),
    find: (attempt) => bounded('find', processor.find(attempt), unknown),
    cancel: (attempt) => bounded('cancel', processor.cancel(attempt), unknown),
    removeMethod: (saved) => bounded('removeMethod', processor.removeMethod(saved), false),
    refund: (request) => bounded('refund', processor.refund(request), unknown),
    findRefund: (refund) => bounded('findRefund', processor.findRefund(refund), unknown),
    listRefunds: (charge) => bounded('listRefunds', processor.listRefunds(charge), unknown),
    findDispute: (charge) => bounded('findDispute', processor.findDispute(charge), unknown),
    contestDispute: (request) => bounded('contestDispute', processor.contestDispute(request), unknown),
    acceptDispute: (charge) => bounded('acceptDispute', processor.acceptDispute(charge), unknown),
  }
}

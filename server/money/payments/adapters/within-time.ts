import type { Processor } from '../processor.ts'

/** How long a processor has, and who is told when it fails. */
export interface Patience {
  readonly timeoutMs: number
  readonly onFault: (fault: { readonly call: string; readonly error: unknown }) => void
}

/**
 * The processor with an end to every call: one that does not answer in time, or fails, has said nothing certain. What it
 * answers afterwards is not heard; whoever is in doubt asks again.
 */
export function withinTime(processor: Processor, { timeoutMs, onFault }: Patience): Processor {
  async function ended<T>(call: string, asked: Promise<T>, otherwise: T): Promise<T> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error(`No answer within ${timeoutMs / 1000} seconds.`)), timeoutMs)
    try {
      return await Promise.race([asked, late.promise])
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
    charge: (request) => ended('charge', processor.charge(request), unknown),
    find: (charge) => ended('find', processor.find(charge), unknown),
    cancel: (charge) => ended('cancel', processor.cancel(charge), unknown),
    refund: (charge) => ended('refund', processor.refund(charge), false),
  }
}

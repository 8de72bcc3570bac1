import { setTimeout as wait } from 'node:timers/promises'
import type { Platform } from '#platform/platform.ts'
import type { SandboxFault } from '../cards.ts'
import type { ChargeOutcome, RefundAnswer, RefundOutcome, RequestKey } from '../processor.ts'
import { type Charge, chargeEvent, type Deliver, type SandboxEvent } from './sandbox-charges.ts'

const SLOW_MS = 1500
const POLL_MS = 20
const POLLS_MAXIMUM = 3000
const MUTE_MS = 120_000

/** A recorded charge whose answer is to go wrong. */
export interface FaultContext {
  readonly platform: Platform
  readonly deliver: Deliver
  readonly charge: Charge
  readonly request: RequestKey
  readonly answer: ChargeOutcome
}

/** The answer of a processor with a fault to a recorded charge. */
export async function simulateFault(
  fault: SandboxFault,
  { platform, deliver, charge, request, answer }: FaultContext,
): Promise<ChargeOutcome> {
  const { database } = platform
  const publish = async (...events: SandboxEvent[]) => {
    for (const event of events) await database.transaction((tx) => deliver(tx, event))
  }
  const truth = chargeEvent(charge, request)
  const eventWith = (status: Charge['status']) => chargeEvent({ id: charge.id, status }, request)
  const answers: Readonly<Record<SandboxFault, () => Promise<ChargeOutcome>>> = {
    slow: () => wait(SLOW_MS, answer),
    late: async () => answer,
    lost: async () => ({ kind: 'unknown', reason: 'The answer of the processor was lost.' }),
    mute: async () => ({ kind: 'unknown', reason: 'The answer of the processor was lost.' }),
    never: () => Promise.withResolvers<never>().promise,
    failed: () => Promise.reject(new Error('The processor answered 500.')),
    doubled: () => publish(truth).then(() => answer),
    disordered: () =>
      publish(eventWith('succeeded'), eventWith('declined'), eventWith('succeeded'), eventWith('declined')).then(() => answer),
    strange: () => publish({ ...truth, key: `${request.key}-of-nobody`, eventId: `${truth.eventId}:strange` }).then(() => answer),
    early: async () => {
      await publish(truth)
      await until(() => isProcessed(database.db, truth))
      return answer
    },
  }
  return answers[fault]()
}

/** The answer of a processor with a fault to a recorded refund: what befalls a charge befalls its refunds. */
export async function simulateRefundFault(
  fault: SandboxFault,
  { platform, deliver, event, answer }: Pick<FaultContext, 'platform' | 'deliver'> & { event: SandboxEvent; answer: RefundAnswer },
): Promise<RefundOutcome> {
  const publish = () => platform.database.transaction((tx) => deliver(tx, event))
  if (fault === 'lost' || fault === 'mute') return { kind: 'unknown', reason: 'The answer of the processor was lost.' }
  if (fault === 'failed') throw new Error('The processor answered 500.')
  if (fault === 'never') return Promise.withResolvers<never>().promise
  if (fault === 'slow') return wait(SLOW_MS, answer)
  if (fault === 'doubled' || fault === 'early') await publish()
  if (fault === 'early') await until(() => isProcessed(platform.database.db, event))
  return answer
}

/** Throws while the processor does not answer about a charge. */
export function failWhileMute(charge: Pick<Charge, 'fault' | 'created_at'> | undefined, now: Date): void {
  if (charge?.fault === 'mute' && now.getTime() - charge.created_at.getTime() < MUTE_MS) throw new Error('The processor is down.')
}

/** Waits until the condition holds, or for a minute. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let poll = 0; poll < POLLS_MAXIMUM && !(await condition()); poll += 1) await wait(POLL_MS)
}

async function isProcessed(db: Platform['database']['db'], event: SandboxEvent): Promise<boolean> {
  const processed = await db
    .selectFrom('payment_events')
    .select('id')
    .where('organization_id', '=', event.organizationId)
    .where('event_id', '=', event.eventId)
    .where('worked_at', 'is not', null)
    .executeTakeFirst()
  return processed !== undefined
}

import { findDispute, findPayment } from '#money/payments/index.ts'
import type { Payment } from '#money/payments/model.ts'
import type { Platform } from '#platform/platform.ts'
import { recordDispute } from './record-dispute.ts'

/**
 * Looks up the dispute of a payment at its processor and records it. Throws where the processor is unreachable: the event that has caused the
 * query is processed again.
 */
export async function queryDispute(platform: Platform, about: Pick<Payment, 'organizationId' | 'id'>): Promise<void> {
  const payment = await findPayment(platform.database.db, about.organizationId, about.id)
  if (!payment) return
  const { organizationId, processor, idempotencyKey: key } = payment
  const finding = await findDispute(platform, { organizationId, processor, key })
  if (finding.kind === 'unknown') throw new Error('The processor could not be queried about the dispute of a payment.')
  if (finding.kind === 'absent') return
  await platform.database.transaction((tx) => recordDispute(tx, platform, { payment, found: finding.dispute }))
}
